import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { noCli, notTried } from "../support/not-tried";
import { engines, project, projectOn, stackName } from "./on-both-engines";
import { cliOnPath } from "./run-cli";

const forms = [
  { form: "dynamic resources", entry: "pulumi-compute-platform", type: "pulumi-nodejs:dynamic/compute:NetworkVolume" },
  { form: "the plugin", entry: "pulumi-compute-platform/plugin", type: "compute:index:NetworkVolume" },
];

if (cliOnPath() === undefined) notTried("a replacement directly after an up, in the CLI's hands", noCli);

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false });
});
afterEach(() => emulator.close());

describe.each(engines)("With %s", (_, stackIn) => {
  it.each(forms)(
    "$form: what is to be replaced directly after the `up` that made it is replaced, however that is asked for",
    async ({ entry, type }) => {
      const folder = projectOn(emulator);
      const stack = stackIn(folder);
      const declare = (name: string, options: string) =>
        `new (require("${entry}").NetworkVolume)("${name}", { name: "${name}", dataCenter: "EU-XX-1", size: 10 }, ${options});\n`;
      folder.write(declare("after", "{}") + declare("before", "{ deleteBeforeReplace: true }"));
      const urns = ["after", "before"].map((name) => `urn:pulumi:${stackName}::${project}::${type}::${name}`);
      const ids = () =>
        [...emulator.store.volumes.values()]
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .map(({ id, name }) => [name, id]);
      const upReplaces = async (options = {}) => {
        const before = ids();
        expect(await stack.up(options)).toMatchObject({
          isSuccess: true,
          said: expect.not.stringContaining("not replaced"),
        });
        expect(ids().map(([name]) => name)).toEqual(["after", "before"]);
        for (const [index, [, id]] of ids().entries()) expect(id).not.toBe(before[index]?.[1]);
      };

      await stack.init();
      await upReplaces();
      await upReplaces({ replace: urns });
      await stack.taint(urns.slice(0, 1));
      await upReplaces({ replace: urns.slice(1), target: urns });
    },
    600_000,
  );
});
