import * as z from "zod";
import { durationPattern } from "../duration";
import { field } from "../resource";

const duration = z.union([z.number().positive(), z.string().regex(durationPattern)]);

export const waitModes = ["running", "ssh", "none"] as const;

/** Arguments of ours, where the platform has none. They never reach it. */
export function waitForField(doc: string) {
  return field(z.enum(waitModes).optional(), {
    change: "none",
    doc,
    limits: '"running" (default), "ssh" or "none"',
    local: true,
  });
}

export const waitForCapacityField = field(duration.optional(), {
  change: "none",
  doc: "How long a create keeps trying while there is no capacity: all alternatives in their order, then again, 10 to 60 seconds later. Comes before what `timeouts.create` allows. Left out: each alternative is tried once.",
  limits: 'seconds as a number, or text like "90s", "10m", "1h30m"',
  rules: ["A-20", "K-21"],
  local: true,
});

export const timeoutsField = field(
  z.strictObject({ create: duration.optional(), update: duration.optional(), delete: duration.optional() }).optional(),
  {
    change: "none",
    doc: "How long to wait for create, update and delete before giving up; what was created stays in state and the next `up` goes on from there. Also taken from the option `customTimeouts`. A changed `delete` counts from the next update on.",
    limits: 'seconds as a number, or text like "90s", "10m", "1h30m"',
    local: true,
  },
);

export const adoptField = field(
  z.union([z.strictObject({ id: z.string().min(1) }), z.strictObject({ name: z.string().min(1) })]).optional(),
  {
    change: "none",
    doc: "An existing object to take under management instead of creating one. Every declared argument is compared: what an update can change is updated, anything else is refused; what the platform never returns counts as declared. From then on it is like any other, deletion included. Without effect once the resource exists.",
    limits: "`{ id }`, or `{ name }` where one object alone bears it; null for none",
    local: true,
  },
);

export function dataLossField(doc: string, byDefault: "refuse" | "allow") {
  return field(z.enum(["refuse", "allow"]).optional(), {
    change: "none",
    doc,
    limits: `"refuse" or "allow"; "${byDefault}" when left out`,
    local: true,
  });
}
