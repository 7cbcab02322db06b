import * as z from "zod";
import { durationPattern } from "../../table/duration";
import { listed } from "../../table/spelling";
import { field, type FieldFacts } from "../../table/resource";

export const duration = z.union([z.number().positive(), z.string().regex(durationPattern)]);

export const durationLimits = 'seconds as a number, or a string such as "90s", "10m" or "1h30m"';

export const waitModes = ["running", "ssh", "none"] as const;

/** Our own arguments, which are never sent to the platform. */
export function waitForField<const M extends readonly [string, ...string[]]>(doc: string, modes: M) {
  const [first, ...others] = modes.map((mode) => `"${mode}"`);
  return field(z.enum(modes).optional(), {
    change: "none",
    doc,
    limits: `${listed([`${first} (default)`, ...others], "or")}`,
    local: true,
  });
}

/** Values without a meaning of their own: only their change counts. They may contain secrets. */
export function triggersField<const F extends Pick<FieldFacts, "change" | "restarts" | "rules">>(
  doc: string,
  facts: F,
) {
  return field(z.array(z.unknown()).optional(), {
    ...facts,
    doc,
    limits: "list of any values, such as a file's hash or another resource's output",
    absent: [],
    sensitive: true,
    local: true,
  });
}

export const waitForCapacityField = field(duration.optional(), {
  change: "none",
  doc: "How long a create keeps trying while there is no capacity: it tries every alternative in order, waits 10 to 60 seconds, and starts over. This time does not count towards `timeouts.create`. If omitted, each alternative is tried once.",
  limits: durationLimits,
  rules: ["A-20", "K-21"],
  local: true,
});

export const timeoutsField = field(
  z.strictObject({ create: duration.optional(), update: duration.optional(), delete: duration.optional() }).optional(),
  {
    change: "none",
    doc: "How long create, update and delete wait before they give up. Whatever was created stays in state, and the next `up` continues from there. The option `customTimeouts` sets the same; members set here win. A changed `delete` takes effect with the next update.",
    limits: `\`{ create?, update?, delete? }\`, each ${durationLimits}`,
    local: true,
  },
);

export const adoptField = field(
  z.union([z.strictObject({ id: z.string().min(1) }), z.strictObject({ name: z.string().min(1) })]).optional(),
  {
    change: "none",
    doc: "An existing object to manage instead of creating a new one. Every declared argument is compared with it: differences that an update can change are updated, any other is refused, and arguments that the platform never returns are assumed to match. Afterwards the resource behaves like any other, and deleting it deletes the object. Ignored once the resource exists.",
    limits: "`{ id }`, or `{ name }` if that name is unique in the account; `null` creates a new one",
    local: true,
  },
);

export function dataLossField(doc: string, byDefault: "refuse" | "allow") {
  return field(z.enum(["refuse", "allow"]).optional(), {
    change: "none",
    doc,
    limits: `"refuse" or "allow"; default "${byDefault}"`,
    absent: byDefault,
    local: true,
  });
}

/** The name of an object that can be renamed. @param what the object's kind in sentences. */
export const nameField = (what: string, rules: readonly string[]) =>
  field(z.string().min(1), {
    change: "update",
    doc: `${what} Default: the resource's name in the program and a short suffix.`,
    limits: "string, at least 1 character",
    rules,
    freeText: true,
  });
