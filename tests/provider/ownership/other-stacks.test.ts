import { beforeEach, describe, expect, it } from "@jest/globals";
import { memoryStorage } from "../../../provider/create/journal/storage";
import { inTwoStacks } from "../../../provider/lifecycle/warnings";
import { VirtualClock } from "../../../proofs/virtual-clock";
import { Platform, processOn, type ProcessOptions } from "../create/platform";

const kind = "Thing";
const address = "d1d1d";

describe("What the program adopts was created", () => {
  const clock = new VirtualClock();
  let storage: ReturnType<typeof memoryStorage>;
  let id: string;
  beforeEach(async () => {
    storage = memoryStorage();
    const making = processOn(clock, storage, { address });
    id = (await clock.run(making.make(new Platform(clock, 0).request("k", "x~1")))).id;
    making.creates.handedOver(kind, id);
    await clock.run(making.end(0));
  });

  const other = (stack: string | undefined, options: ProcessOptions = {}) =>
    processOn(clock, storage, { address, ...options }).ownership.otherStackOf({ kind, id }, stack);

  it.each([
    ["by another stack", "prod", {}, "another stack"],
    ["by a stack of the same name", "stack", { backend: "shared" }, "a stack of this name in another backend"],
    ["by this very stack", "stack", {}, undefined],
    ["by nobody knows which stack", undefined, {}, undefined],
    ["at another address", "prod", { address: "d2d2d" }, undefined],
  ])("%s", async (_, stack, options, said) => {
    expect(await other(stack, options)).toBe(said);
  });
});

it("V-5: says what becomes of what two stacks have, and what to do", () => {
  expect(inTwoStacks("NetworkVolume", "v1", "another stack", " with everything on the volume")).toBe(
    "NetworkVolume v1 was created by another stack, on this machine. If the state of that stack still has it, deleting " +
      "it here deletes it for both with everything on the volume. What to do: take it out of that stack's state with `pulumi state delete`, or only " +
      "look it up here, with `NetworkVolume.get` (in Go `GetNetworkVolume`, in YAML `get`), and neither adopt nor import it.",
  );
  expect(inTwoStacks("Template", "t1", "another stack", "")).toContain("for both. What");
});
