import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { ServerlessEndpoint } from "../../../api/serverless";
import type { Client } from "../../../client";
import type { Session } from "../../../provider/host/session";
import { kind as endpoint } from "../../../provider/kinds/endpoint/requests";
import type { Operations } from "../../../provider/kinds/operations";
import { VariablesUnreportedError } from "../../../provider/kinds/shared/errors";
import { lostIn } from "../../../provider/kinds/shared/environment";
import { hidden } from "../../../provider/state/state";
import type { Props } from "../../../provider/table/props";
import { useScriptedClient } from "../../support/scripted-client";
import { familyOf, gpuEndpoint, gpuPod } from "../fixtures";
import { type Program, startRig, type Rig, wire } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

const kinds = { Pod: gpuPod, Endpoint: gpuEndpoint } as const;

describe.each(["Pod", "Endpoint"] as const)("a variable of a %s that overrides its template's", (kind) => {
  let templateId: string;
  beforeEach(async () => {
    const serverless = kind === "Endpoint";
    const env = { MODE: "of-template", SEED: "7" };
    const settings = { name: "base", image: "registry.example.com/acme/base:1", startJupyter: false };
    ({ id: templateId } = await rig.platform.templates.create({ ...settings, env, serverless }));
    await rig.up(program({ MODE: "own", OWN: "1" }));
  });

  const program = (env: Props | undefined): Program => ({
    it: { kind, inputs: { ...kinds[kind], templateId, ...(env && { env }), __key: "k" } },
  });
  const envNow = async () => {
    const { env } = (await familyOf[kind](rig.platform).get(rig.entry("it").id)) as { env?: Props };
    return env;
  };
  const preview = async (env: Props) => {
    const { id, outputs, inputs: before } = rig.entry("it");
    const asked = { ...before, env, __urn: "urn:pulumi:dev::p::t::it", __preview: true };
    const { inputs } = await rig.provider(kind).check(wire(before), asked);
    return (await rig.provider(kind).diff(id, wire(outputs), wire(inputs))).reasons[0];
  };

  it("P-33, E-33: gives the template's value back when it leaves the program", async () => {
    expect(await preview({ OWN: "1" })).toBe("env.MODE gets its template's value back: the program no longer sets it.");
    expect(await rig.up(program({ OWN: "1" }))).toEqual({ it: "update" });
    expect(await envNow()).toEqual({ MODE: "of-template", SEED: "7", OWN: "1" });
    expect(await rig.refresh()).toEqual([]);
    expect(JSON.stringify([...rig.state])).not.toContain("of-template");
  });

  it("P-33, E-33: can be set again, and given back once more", async () => {
    await rig.up(program({ OWN: "1" }));
    await rig.up(program({ OWN: "1", MODE: "own" }));
    expect(await envNow()).toEqual({ MODE: "own", SEED: "7", OWN: "1" });
    await rig.up(program({}));
    expect(await envNow()).toEqual({ MODE: "of-template", SEED: "7" });
    expect(await rig.refresh()).toEqual([]);
  });

  it("P-33, E-33: is removed where the template does not set it", async () => {
    expect(await preview({ MODE: "own" })).toBe("env.OWN is removed: the program does not set it.");
    await rig.up(program({ MODE: "own" }));
    expect(await envNow()).toEqual({ MODE: "own", SEED: "7" });
  });

  it("T-23: takes nothing else over that the template has got since", async () => {
    await rig.platform.templates.update(templateId, {
      image: "registry.example.com/acme/other:2",
      env: { MODE: "later" },
    });
    await rig.up(program({ OWN: "1" }));
    expect(await envNow()).toEqual({ MODE: "later", SEED: "7", OWN: "1" });
    const { image } = (await familyOf[kind](rig.platform).get(rig.entry("it").id)) as { image?: string };
    expect(image).toBe(kinds[kind].image);
  });

  it("A-24: is removed with a template that nobody has any more", async () => {
    await rig.platform.templates.delete(templateId);
    expect(await preview({ OWN: "1" })).toBe("env.MODE is removed: the program does not set it.");
    await rig.up(program({ OWN: "1" }));
    expect(await envNow()).toEqual({ SEED: "7", OWN: "1" });
  });

  it("A-5: may come back where the preview can't read the template, and says so", async () => {
    rig.emulator.faults.add({ method: "GET", path: "/v2/templates/*", phase: "before", status: 403, times: "always" });
    expect(await preview({ OWN: "1" })).toBe(
      "env.MODE gets the value of its template, which could not be read, or is removed: the program no longer sets it.",
    );
  });
});

describe("an endpoint whose answers leave env out", () => {
  let client: Client;
  const against = useScriptedClient((made) => (client = made), { apiKey: "key" });
  const { resource, operations } = endpoint;
  const told: ServerlessEndpoint = {
    ...{ id: "e1", name: "n", type: "QUEUE", workers: { min: 0, max: 3 }, timeout: 1, flashboot: "OFF" },
    ...{ scaling: { type: "REQUEST_COUNT", requestCount: 1 }, dataCenterIds: [], networkVolumes: [] },
    createdAt: "2026-05-04T09:00:00Z",
  };
  const olds = { templateId: "t1", env: { MODE: "own" }, [hidden.inheritedEnv]: ["SEED"] };
  const changed = new Set(["env"]);

  /** The variables that an update to these sends. */
  async function sent(env: Props): Promise<unknown> {
    const { asked } = await against([{ status: 200, body: told }]);
    const task = { olds, news: { ...olds, env, waitFor: "none" }, changed, isUnready: false, withinMs: 1 };
    await operations.apply({ client } as unknown as Session, told, task, () => undefined);
    return asked.map(({ body }) => JSON.parse(body) as unknown);
  }

  it("E-14, A-82: loses none of its template's variables: a change of env is refused, in the preview too", async () => {
    const refusal = { code: "variables_unreported", message: expect.stringMatching(/template, SEED, .*Nothing was/) };
    await expect(sent({ MODE: "other" })).rejects.toMatchObject(refusal);
    const wanted = { news: { ...olds, env: {} }, changed };
    expect(() => lostIn(resource, operations as Operations, told, olds, wanted)).toThrow(VariablesUnreportedError);
  });

  it("E-14, A-82: is changed where the program declares these too, or there are none", async () => {
    expect(await sent({ MODE: "other", SEED: "8" })).toEqual([{ env: { MODE: "other", SEED: "8" } }]);
    const alone = { ...olds, templateId: undefined, [hidden.inheritedEnv]: [] };
    const wanted = { news: { ...alone, env: {} }, changed };
    expect(lostIn(resource, operations as Operations, told, alone, wanted)).toBe("unseen");
  });
});
