import { z } from "zod";
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

export const timeoutsField = field(
  z.strictObject({ create: duration.optional(), update: duration.optional(), delete: duration.optional() }).optional(),
  {
    change: "none",
    doc: "How long to wait for create, update and delete before giving up; what was created stays in state and the next `up` goes on from there. Also taken from the option `customTimeouts`. A changed `delete` counts from the next update on.",
    limits: 'seconds as a number, or text like "90s", "10m", "1h30m"',
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
