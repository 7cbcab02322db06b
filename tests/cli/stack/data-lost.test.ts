import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../../emulator";
import { modes } from "../../../proofs/plugin";
import { openTold } from "./told";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
});
afterEach(() => emulator.close());

const volume = (name: string, args: string, options = "{}") =>
  `const ${name} = new compute.NetworkVolume("${name}", { size: 10, ${args} }, ${options});\n`;
const [here, there] = ['dataCenter: "EU-XX-1"', 'dataCenter: "US-XX-1"'];
const loss = "destroys everything on the volume";

describe.each(modes)("what a preview says of data, in the form %s", (mode) => {
  const open = () => openTold(emulator, mode);

  it("is said once of a replacement that is permitted, below its resource", async () => {
    const stack = open();
    await stack.up(volume("data", here));
    const next = volume("data", `${there}, dataLoss: "allow"`);
    const screen = await stack.screen(next);
    expect(screen.match(/destroys/g)).toHaveLength(1);
    expect(screen).toMatch(new RegExp(`^ {6}warning: NetworkVolume data is replaced .*: its deletion ${loss}`, "m"));
    expect((await stack.markdown(next)).match(/destroys/g)).toHaveLength(1);
    expect(await stack.effects(next)).toContainEqual(expect.objectContaining({ data: "everything on the volume" }));
  }, 60_000);

  it("is said of a replacement that --replace asks for, by the provider", async () => {
    const stack = open();
    await stack.up(volume("data", here));
    const flags = ["--replace", "**::data"];
    const warned = `NetworkVolume data is replaced because of a request (--replace or a taint): its deletion ${loss}`;
    expect(await stack.screen(volume("data", here), ...flags)).toContain(`      warning: ${warned}`);
    expect(await stack.markdown(volume("data", here), ...flags)).toContain(
      "> **Warning** NetworkVolume data is replaced",
    );
  }, 60_000);

  it("is not said of a replacement that `up` would refuse", async () => {
    const stack = open();
    const data = volume("data", 'dataCenter: first.id.apply(() => "EU-XX-1")');
    await stack.up(volume("first", here) + data);
    const next = volume("first", `${there}, dataLoss: "allow"`) + data;
    const screen = await stack.screen(next);
    expect(screen).toMatch(/NetworkVolume data replace/);
    expect(screen).toContain("`up` then refuses to destroy everything on the volume");
    expect(await stack.markdown(next)).not.toContain("NetworkVolume data: this destroys");
    const lost = (await stack.effects(next)).filter(({ data }) => data !== undefined);
    expect(lost.map(({ name }) => name)).toEqual(["first"]);
  }, 60_000);

  it("is that it stays where the option retainOnDelete keeps it, and asked about only where its name has a mark", async () => {
    const stack = open();
    const options = "{ retainOnDelete: true }";
    await stack.up(volume("marked", here, options) + volume("plain", `${here}, name: "plain"`, options));
    const [screen, markdown] = [await stack.screen(""), await stack.markdown("")];
    for (const name of ["marked", "plain"])
      expect(screen).toMatch(new RegExp(`^ - {2}NetworkVolume ${name} let go$`, "m"));
    expect(screen).toContain("- 2 to let go");
    expect(markdown).toContain("2 to let go");
    for (const said of [screen, markdown]) expect(said.match(/--let-go/g)).toHaveLength(1);
    const kept = (await stack.effects("")).filter(({ does }) => does === "keep");
    expect(kept.map(({ isAskedAbout = false }) => isAskedAbout).sort()).toEqual([false, true]);
  }, 60_000);
});
