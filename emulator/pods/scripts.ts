import * as z from "zod";
import { Count, Duration, Percent, ShortText } from "../kernel/bounds";
import { badRequest } from "../kernel/refusal";

/**
 * What is to happen to pods that fit `match` (all members given must fit; cluster members fit too). The newest script that
 * fits a pod holds for it. Times are the emulator's milliseconds.
 *
 * | member | effect |
 * |---|---|
 * | `stayProvisioning` | never leaves PROVISIONING |
 * | `provisioningMs`, `startingMs` | durations of its own |
 * | `failStart` | goes to ERROR instead of RUNNING, as when the image can't be pulled |
 * | `errorAtPoll` | is in ERROR from the nth time its state is read by id on |
 * | `errorAfterMs` | goes to ERROR so long after RUNNING |
 * | `exitAfterMs` | its process ends so long after RUNNING: EXITED |
 * | `load` | how busy its GPUs and its CPU are, in percent, from so long after RUNNING on; the times ascend |
 */ // P-49, R-17, P-48
export const PodScript = z.strictObject({
  match: z
    .strictObject({
      id: ShortText.optional(),
      name: ShortText.optional(),
      image: ShortText.optional(),
      registry: ShortText.optional(),
      clusterId: ShortText.optional(),
    })
    .default({}),
  stayProvisioning: z.boolean().optional(),
  provisioningMs: Duration.optional(),
  startingMs: Duration.optional(),
  failStart: z.boolean().optional(),
  errorAtPoll: Count.min(1).optional(),
  errorAfterMs: Duration.optional(),
  exitAfterMs: Duration.optional(),
  load: z
    .array(z.strictObject({ afterMs: Duration, percent: Percent }))
    .max(10_000)
    .optional(),
});
export type PodScript = z.output<typeof PodScript>;

/** The facts that a script is matched against. */
export interface ScriptSubject {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly registry: string | null;
  readonly clusterId: string | undefined;
}

/** Every look at a pod is held against each. */
const mostScripts = 1_000;

export class PodScripts {
  private scripts: PodScript[] = [];

  /** `changed` is called after each change, since it may concern pods that were at rest. */
  constructor(private readonly changed: () => void = () => undefined) {}

  add(script: z.input<typeof PodScript>): void {
    if (this.scripts.length >= mostScripts)
      throw badRequest(`there are ${mostScripts} scripts already; clear some first`);
    this.scripts.push(PodScript.parse(script));
    this.changed();
  }

  list(): readonly PodScript[] {
    return this.scripts;
  }

  clear(): void {
    this.scripts = [];
    this.changed();
  }

  for(subject: ScriptSubject): PodScript | undefined {
    if (this.scripts.length === 0) return undefined;
    return this.scripts.findLast(({ match }) =>
      Object.entries(match).every(
        ([name, value]) => value === undefined || namesOf(subject, name as keyof ScriptSubject).includes(value),
      ),
    );
  }

  dump(): unknown {
    return this.scripts;
  }

  load(value: unknown): void {
    this.scripts = value as PodScript[];
  }
}

/** The end of a name that the provider sends with a create: a mark of its resource, and random characters. */
const madeUp = /-c[a-z2-7]{8}[2-7][a-z2-7]{2}$/;

/** The values that a script may have for a member: a provider creates under a name that ends in chance, and renames later. */
const namesOf = (subject: ScriptSubject, member: keyof ScriptSubject): unknown[] =>
  member === "name" ? [subject.name, subject.name.replace(madeUp, "")] : [subject[member]];
