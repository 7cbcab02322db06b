import * as z from "zod";
import { volumeTypes } from "../../api/network-volumes";
import { ClusterRecord } from "../clusters/record";
import { Count, dated, Id, Instant, many, Rates, stored, Text, Texts } from "../kernel/bounds";
import { volumeMembers } from "../network-volumes/record";
import { PodRecord } from "../pods/record";
import { PodScript } from "../pods/scripts";
import { EndpointRecord } from "../serverless/record";
import { TemplateRecord } from "../templates/record";
import { KeySpec, SettingsChange } from "./schemas";

/** What each part of a dump must be. For dumps of other releases, more members pass, and those with a default may be missing. */

const Segment = z.looseObject({ kind: Id, id: Id, rates: Rates, from: Instant, to: Instant.optional() });
const Tally = z.array(z.tuple([Id, Count])).max(10_000);

const Account = z.looseObject({
  sshKeys: Texts,
  settings: SettingsChange,
  keys: many(KeySpec.omit({ account: true }).extend({ user: Id })),
});

export const dumpParts: Readonly<Record<string, z.ZodType>> = {
  pods: many(PodRecord),
  clusters: many(ClusterRecord),
  volumes: many(z.looseObject({ ...volumeMembers.inDumps, ...dated, type: z.enum(volumeTypes) })),
  registries: many(z.looseObject({ ...dated, name: Text, username: Text, password: Text })),
  delegations: many(z.looseObject({ ...stored, createdAtMs: Instant, record: z.looseObject({ id: Id }) })),
  secrets: many(
    z.looseObject({ ...stored, createdAtMs: Instant, value: Text, record: z.looseObject({ id: Id, name: Text }) }),
  ),
  templates: many(TemplateRecord),
  capacity: z.looseObject({ totals: Tally, used: Tally }),
  ledger: many(Segment),
  scripts: z.array(PodScript).max(1_000),
  account: Account,
  endpoints: z.array(EndpointRecord).max(10_000),
  podLogs: z.null(),
  billing: z.record(z.string(), z.looseObject({ clusterId: Id.optional(), gpuTypeId: Id.optional(), diskGb: Count })),
  readmes: z.record(z.string(), Text),
  /** Each is checked as a separate dump. */
  accounts: z.record(Id, z.looseObject({ version: z.unknown() })),
};

export const DumpHead = z.looseObject({
  sequence: Count,
  ids: z.int().min(0).max(0xffff_ffff),
  now: Instant,
});
