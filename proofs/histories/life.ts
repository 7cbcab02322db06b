import type { Fate } from "../direct-dispatcher";
import type { Drift } from "./drift";
import type { Edit, Program } from "./program";

/**
 * A life of a stack, as data: what somebody declares, and what they and others do, one after the other. Whatever is
 * taken out of it, what is left is a life too; that is what lets a failing one be shrunk.
 */
export interface Life {
  readonly seed: number;
  readonly world: WorldSettings;
  readonly program: Program;
  readonly steps: readonly Step[];
}

export interface WorldSettings {
  /** How long new objects are missing from lists. */
  readonly listLagMs: number;
  /** Where the key comes from: the environment, or the stack's settings, which state keeps. */
  readonly keyFrom: "environment" | "settings";
}

export type Step =
  | { readonly do: "edit"; readonly edit: Edit }
  | { readonly do: "drift"; readonly drift: Drift }
  | { readonly do: "wait"; readonly minutes: number }
  | { readonly do: "rotate the key" }
  /** Programs of several tenants read what they have, one after the other in one process. */
  | { readonly do: "read"; readonly as: readonly Tenant[] }
  /** Somebody goes on with the stack from another place: its state is exported here and imported there. */
  | { readonly do: "move the state"; readonly from: Place; readonly to: Place }
  /** Somebody goes on from another machine, which reads the same backend, and knows nothing of what the other one noted; maybe with a key of their own. */
  | { readonly do: "go on from"; readonly machine: MachineName; readonly hasOwnKey?: boolean }
  /** From then on, the settings name the platform by another address, which leads to the same one. */
  | { readonly do: "change the address" }
  /** The state is brought back from a backup, as it was so many operations ago. */
  | { readonly do: "restore the state"; readonly of: Place; readonly back: number }
  /** As `pulumi state delete` does, maybe by somebody who knows what becomes of the object. */
  | { readonly do: "drop from the state"; readonly of: Place; readonly name: string; readonly isMeant?: boolean }
  /** Log streams are left before their answer. */
  | { readonly do: "leave logs"; readonly streams: number }
  /** Many calls are sent at once under a tight limit. */
  | { readonly do: "ask much"; readonly calls: number }
  | Operation;

/** A run of a program that reads with some key. */
export interface Tenant {
  readonly who: "we" | "another tenant" | "a key without rights";
}

export type Verb = "preview" | "up" | "up --refresh" | "refresh" | "destroy";

/** From where an operation is run: two checkouts share a machine and so its journal; each has a backend of its own. */
export type Place = "first checkout" | "second checkout" | "second machine";
export const places: readonly Place[] = ["first checkout", "second checkout", "second machine"];

/** The two machines: both checkouts are on `here`, and the second machine's own stack is on `there`. */
export const machineNames = ["here", "there"] as const;
export type MachineName = (typeof machineNames)[number];

/** How an operation's settings are wrong. */
export type Mistake = "wrong key" | "wrong address" | "key of another account";

export interface Operation {
  readonly do: Verb;
  readonly at: Place;
  /** Logical names. */
  readonly target?: readonly string[];
  /** Logical names of what is left alone, with all that depends on it. */
  readonly exclude?: readonly string[];
  /** Logical names of what is to be replaced though nothing differs, as by `--replace`. */
  readonly replace?: readonly string[];
  /** `--continue-on-error`. */
  readonly continuesOnError?: boolean;
  readonly with?: Mistake;
  readonly faults?: readonly Fault[];
  readonly strike?: Strike;
  readonly meanwhile?: readonly Meanwhile[];
  /** Everything is in order: it may fail only over what the program asks for. */
  readonly mustSucceed?: boolean;
  /** An operation from elsewhere, begun while this one is under way. */
  readonly beside?: { readonly afterChanges: number; readonly operation: Operation };
}

/** Of the requests of one method, from which one on, and how many, meet this fate. */
export interface Fault {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly from: number;
  readonly count: number;
  readonly fate: Fate;
}

/** Somebody or something ends an operation, at one of its requests that change something, counted from 1. */
export interface Strike {
  readonly how: StrikeKind;
  readonly at: number;
  readonly moment: (typeof moments)[number];
}
export const moments = ["before it is carried out", "after it is carried out", "after its answer"] as const;
export const strikeKinds = [
  "Ctrl-C",
  "Ctrl-C twice",
  "kill -9 of the host",
  "kill -9 of the engine, and its host ends with it",
  "kill -9 of the engine, and its host goes on",
] as const;
export type StrikeKind = (typeof strikeKinds)[number];

/** Somebody else changes something at the n-th request of an operation, whatever the request. */
export interface Meanwhile {
  readonly atRequest: number;
  readonly drift: Drift;
}

/** It is not about all that there is. */
export const isPartial = ({ target, exclude }: Pick<Operation, "target" | "exclude">): boolean =>
  target !== undefined || exclude !== undefined;

export const isOperation = (step: Step): step is Operation => "at" in step;
