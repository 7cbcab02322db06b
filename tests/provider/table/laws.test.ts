import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { check } from "../../../provider/table/check";
import { differences } from "../../../provider/table/diff";
import { sameValue } from "../../../provider/table/props";
import { resources } from "../../../provider/kinds";
import { unknownValue } from "../../../provider/table/unknown";
import { pageName, resourcePages } from "../../../scripts/docs/resource-pages";
import { fixedBytes, stateOf } from "../fixtures";
import { quickScrypt } from "../../support/quick-scrypt";
import { inputsByKind } from "../programs";

quickScrypt();

const kinds = resources().map((resource) => ({ kind: resource.kind, resource, inputs: inputsByKind[resource.kind] }));

describe.each(kinds)("$kind obeys the laws:", ({ resource, inputs }) => {
  const checked = inputs.map((news) => check(resource, {}, news, fixedBytes));

  it("what the generator makes passes every check", () => {
    fc.assert(fc.property(checked, ({ failures }) => expect(failures).toEqual([])));
  });

  it("check is idempotent", () => {
    fc.assert(
      fc.property(checked, (once) => {
        expect(check(resource, once.inputs, once.inputs, fixedBytes)).toEqual(once);
      }),
    );
  });

  it("what was asked for and done differs in nothing", () => {
    fc.assert(
      fc.property(checked, ({ inputs: news }) => {
        expect(differences(resource, "id-1", stateOf(resource, news), news)).toEqual([]);
        expect(differences(resource, "id-1", news, news)).toEqual([]);
      }),
    );
  });

  it("what differs has changed", () => {
    fc.assert(
      fc.property(checked, checked, ({ inputs: before }, { inputs: after }) => {
        for (const { name } of differences(resource, "id-1", stateOf(resource, before), after)) {
          expect(sameValue(before[name], after[name])).toBe(false);
        }
      }),
    );
  });

  it("an unknown in place of any one argument passes, and stays", () => {
    fc.assert(
      fc.property(inputs, fc.nat(), (news, at) => {
        const names = Object.keys(resource.inputs).filter((name) => news[name] !== undefined);
        const name = names[at % names.length]!;
        const { inputs: asked, failures } = check(resource, {}, { ...news, [name]: unknownValue }, fixedBytes);
        expect(failures).toEqual([]);
        expect(asked[name]).toBe(unknownValue);
      }),
    );
  });

  it("no secret is ever in state", () => {
    const secrets = Object.entries(resource.inputs).filter(([, { secret }]) => secret);
    const canaries = Object.fromEntries(secrets.map(([name]) => [name, `canary-${name}-7f3a`]));
    fc.assert(
      fc.property(checked, ({ inputs: news }) => {
        expect(JSON.stringify(stateOf(resource, { ...news, ...canaries }))).not.toContain("canary");
      }),
    );
  });

  it("its sentence names all that can change in place, where it says that only this can", () => {
    const [, only] = /Only the (\w+) can change in place/.exec(resource.doc) ?? [];
    const updatable = Object.entries(resource.inputs).filter(([, { change, local }]) => change === "update" && !local);
    expect(only === undefined || updatable.map(([name]) => name)).toEqual(only === undefined || [only]);
  });

  it("every argument and output is documented", () => {
    const page = resourcePages()[pageName(resource)] ?? "";
    for (const [name, field] of Object.entries(resource.inputs)) {
      expect(page).toContain(`\n| \`${name}\` | `);
      expect([field.doc, field.limits].every((text) => text.length > 3)).toBe(true);
    }
    for (const name of Object.keys(resource.outputs)) expect(page).toContain(`| \`${name}\` |`);
  });
});
