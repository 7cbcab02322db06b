import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { differences } from "../../../provider/table/diff";
import { whenLeftOut } from "../../../scripts/docs/left-out";
import { reasons } from "../../../provider/table/reasons";
import { resources } from "../../../provider/kinds";
import type { Props } from "../../../provider/table/props";
import type { Resource } from "../../../provider/table/resource";
import { endpoint } from "../../../provider/kinds/endpoint/fields";
import { pod } from "../../../provider/kinds/pod/fields";
import { gpuEndpoint, gpuPod, stateOf } from "../../provider/fixtures";
import { quickScrypt } from "../../support/quick-scrypt";
import { inputsByKind } from "../../provider/programs";

quickScrypt();

const without = (inputs: Props, name: string): Props =>
  Object.fromEntries(Object.entries(inputs).filter(([each]) => each !== name));

/** The effect that the words for the documentation promise. Beside a template they have a part of their own. */
function promised(words: string): readonly string[] {
  if (/^(?:refused|each variable)/.test(words)) return ["none", "update"];
  if (/replace|another job/.test(words)) return ["none", "replace"];
  return /nothing (?:else )?changes|keeps/.test(words) ? ["none"] : ["none", "update"];
}

describe.each(resources().map((resource) => [resource.kind, resource] as const))("of a %s", (kind, resource) => {
  const optional = Object.entries(resource.inputs).filter(([name, field]) => whenLeftOut(resource, name, field));

  it("leaving out an argument does what its documentation says", () => {
    fc.assert(
      fc.property(inputsByKind[kind], (inputs) => {
        const before = without(inputs, "templateId");
        for (const [name, field] of optional.filter(([each]) => before[each] !== undefined)) {
          const news = without(before, name);
          const found = differences(resource, "id-1", stateOf(resource, before), news);
          const effect = found.find((each) => each.name === name)?.effect ?? "none";
          const [words = ""] = whenLeftOut(resource, name, field)!.split("; beside");
          expect({ name, words, effect: promised(words).includes(effect) ? "as promised" : effect }).toEqual({
            name,
            words,
            effect: "as promised",
          });
        }
      }),
      { numRuns: 30 },
    );
  });
});

/** The first sentence of a preview in which the program no longer has one of the arguments. */
function said(resource: Resource, inputs: Props, name: string, more: Props = {}): string {
  const news = { ...without(inputs, name), ...more };
  const state = stateOf(resource, inputs);
  return reasons(resource, state, news, differences(resource, "id-1", state, news))[0]!;
}

it.each([
  ["disk", { disk: 40 }, "disk goes back to its default: the program no longer sets it."],
  ["args", { args: "serve" }, "args is cleared: the program no longer sets it."],
  [
    "restartTriggers",
    { restartTriggers: ["1"] },
    "restartTriggers goes back to its default: the program no longer sets it.",
  ],
  ["env", { env: { A: "1", B: "2" } }, "env.A and env.B are removed: the program does not set them."],
  [
    "cloud",
    { cloud: "COMMUNITY" },
    'Replaced because cloud is no longer in the program, which means "SECURE", and the platform can\'t change it in place.',
  ],
  [
    "mounts",
    { mounts: { persistent: { size: 20, path: "/d" } } },
    /^Replaced because mounts is no longer in the program, which means none \(/,
  ],
  ["disk", { disk: 40, templateId: "t" }, "disk is left to the template, which is applied again as it is now."],
  ["cmd", { cmd: ["a"], templateId: "t" }, "cmd is left to the template, which is applied again as it is now."],
  ["env", { env: {}, templateId: "t" }, "env is left to the template, which is applied again as it is now."],
  ["ports", { ports: [], templateId: "t" }, "ports is left to the template, which is applied again as it is now."],
  ["cmd", { cmd: ["a"], entrypoint: ["b"], templateId: "t" }, "cmd is cleared: the program no longer sets it."],
  [
    "startSsh",
    { startSsh: true },
    "Replaced because startSsh is no longer in the program, which means false, and the platform can't change it in place.",
  ],
])("a preview says what a pod's %s that left the program does: %j", (name, inputs, sentence) => {
  const first = said(pod, { ...gpuPod, ...(inputs as Props) }, name);
  if (typeof sentence === "string") expect(first).toBe(sentence);
  else expect(first).toMatch(sentence);
});

it("a command that is only written in another argument changes in place", () => {
  expect(said(pod, { ...gpuPod, args: "serve" }, "args", { cmd: ["serve", "--fast"] })).toBe(
    "args and cmd change in place.",
  );
});

it("several arguments that go back are told together", () => {
  expect(
    said(endpoint, { ...gpuEndpoint, disk: 40, flashboot: "FLASHBOOT", timeout: 1000 }, "disk", {
      flashboot: undefined,
    }),
  ).toBe("disk and flashboot go back to their defaults: the program no longer sets them.");
});
