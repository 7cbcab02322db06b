import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { letsNobodyIn } from "../../../provider/kinds/shared/ssh-access";
import type { Props } from "../../../provider/table/props";
import { gpuPod } from "../fixtures";
import { startRig, type Rig } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

const key = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org";
const up = (inputs: Props) => rig.up({ it: { kind: "Pod", inputs: { ...gpuPod, ports: ["22/tcp"], ...inputs } } });
const outputs = () => rig.entry("it").outputs;
const commandOf = ({ ssh }: Props) => (ssh as { command: string | null }).command;

it("U-4, P-53: a pod that was created without a key has no command for SSH, and a preview says so after a key was registered", async () => {
  await up({ startSsh: true });
  await rig.platform.account.sshKeys.replace([key]);
  await rig.refresh();
  expect(commandOf(outputs())).toBeNull();
  expect(letsNobodyIn(outputs(), { startSsh: true })).toMatch(
    /no SSH key \(the account had none when it was created, or env\.PUBLIC_KEY was removed\), so only .* lets anybody in; replace it, or set env/,
  );
});

it.each<[string, Props]>([
  ["brings a key of its own", { startSsh: true, env: { PUBLIC_KEY: key } }],
  ["starts no SSH", {}],
])("P-53: a preview says nothing of a program that %s", async (_, inputs) => {
  await up({ startSsh: inputs["startSsh"] });
  expect(letsNobodyIn(outputs(), inputs)).toBeUndefined();
});

it("P-53: a preview says nothing of a pod that has the account's keys, or that is stopped", async () => {
  await rig.platform.account.sshKeys.replace([key]);
  await up({ startSsh: true });
  expect(commandOf(outputs())).toMatch(/^ssh root@/);
  expect(letsNobodyIn(outputs(), { startSsh: true })).toBeUndefined();
  await rig.platform.pods.stop(rig.entry("it").id);
  await rig.refresh();
  expect(commandOf(outputs())).toBeNull();
  expect(letsNobodyIn(outputs(), { startSsh: true })).toBeUndefined();
});
