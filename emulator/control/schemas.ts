import * as z from "zod";
import { Count, longestMs, Percent, ShortText } from "../kernel/bounds";
import { KeyRecord } from "../kernel/keys";
import { Settings } from "../store/settings";

/** Moves the emulator's clock forward, in ms. */
export const ClockMove = z.strictObject({ advanceMs: z.number().min(0).max(longestMs) });

/** How busy a pod's GPUs and CPU are from now on; null leaves it to its script, or to chance. */
export const PodBusy = z.strictObject({ podId: ShortText, percent: Percent.nullable() });

/** The same key again replaces it. An `account` that is not there is made. */
export const KeySpec = KeyRecord.extend({
  grant: KeyRecord.shape.grant.default("all"),
  user: KeyRecord.shape.user.optional(),
  account: ShortText.min(1).optional(),
});

/** Omitted settings stay. */
export const SettingsChange = Settings.partial();

/** Sets the number of free GPUs or vCPUs to `free`, regardless of use, in all stocks that match the other members. */
export const CapacityChange = z.strictObject({
  /** GPU type id or CPU flavor id. */
  type: ShortText.optional(),
  dataCenter: ShortText.optional(),
  cloud: z.enum(["SECURE", "COMMUNITY"]).optional(),
  free: Count,
});
