import type { Props } from "../../provider/table/props";
import type { Fate } from "../direct-dispatcher";
import type { LivingKind as Kind } from "../programs";
import type { Edit, Program } from "./program";

/**
 * A life of a stack as data: a program, and what people do one after the other. Whatever is taken out of a life, the rest is a life
 * too, so that a failing one can be shrunk.
 */
export interface Life {
  readonly seed: number;
  readonly world: WorldSettings;
  readonly program: Program;
  readonly steps: readonly Step[];
}

export interface WorldSettings {
  /** The time that new objects are missing from lists. */
  readonly listLagMs: number;
  /** The place of the key: the environment, or the stack's settings, which state keeps. */
  readonly keyFrom: "environment" | "settings";
}

export type Step =
  | { readonly do: "edit"; readonly edit: Edit }
  | { readonly do: "drift"; readonly drift: Drift }
  | { readonly do: "wait"; readonly minutes: number }
  | { readonly do: "rotate the key" }
  /** The first stack is worked on from that machine from now on, with the same backend; `hasOwnKey` gives its people a key of their own. */
  | { readonly do: "go on from"; readonly machine: MachineName; readonly hasOwnKey?: boolean }
  /** The settings name the platform by another address from now on. */
  | { readonly do: "change the address" }
  /** The first stack's state is brought back from a backup of so many operations ago. */
  | { readonly do: "restore the state"; readonly back: number }
  /** `pulumi state delete` in the first stack. */
  | { readonly do: "drop from the state"; readonly name: string }
  /** `pulumi state move` to another stack of the backend. */
  | { readonly do: "move to another stack"; readonly name: string }
  /** A pass of `compute keep` over the first stack. */
  | { readonly do: "keep" }
  | Operation;

/** Something that others do to the object of a resource. */
export type Drift =
  | { readonly what: "change"; readonly name: string; readonly body: Props }
  | { readonly what: "add a variable"; readonly name: string; readonly variable: string; readonly value: string }
  /** `end`: the containers end by themselves. */
  | { readonly what: "delete" | "stop" | "start" | "end"; readonly name: string }
  | { readonly what: "load"; readonly name: string; readonly percent: number }
  /** Others take all machines, or give them back. */
  | { readonly what: "sell out" | "restock"; readonly name: string }
  /** Somebody makes an object of the same platform name. */
  | { readonly what: "make a twin"; readonly name: string }
  /** Somebody makes an object, which the resource `name` may take over later. */
  | { readonly what: "make"; readonly name: string; readonly kind: Kind; readonly body: Props };

const verbs = ["preview", "up", "up --refresh", "refresh", "destroy"] as const;
export type Verb = (typeof verbs)[number];

/**
 * The three stacks of one name in one account, each with a backend of its own. The first one is what a life is about; the second is on
 * the same machine and shares its journal.
 */
export const places = ["first checkout", "second checkout", "second machine"] as const;
export type Place = (typeof places)[number];

/** Both checkouts are on `here`, and the second machine's own stack is on `there`. */
export const machineNames = ["here", "there"] as const;
export type MachineName = (typeof machineNames)[number];

/** A mistake in the settings of an operation. */
export type Mistake = "wrong key" | "wrong address" | "key of another account";

/** One operation. Resources are named by their logical names. */
export interface Operation {
  readonly do: Verb;
  /** Default: the first checkout. */
  readonly at?: Place;
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly replace?: readonly string[];
  readonly continuesOnError?: boolean;
  readonly with?: Mistake;
  readonly faults?: readonly Fault[];
  /** What requests of the preview before it meet. */
  readonly previewFaults?: readonly Fault[];
  readonly strike?: Strike;
  readonly meanwhile?: readonly Meanwhile[];
  /** Everything is in order, so the operation may fail only over what the program asks for. */
  readonly mustSucceed?: boolean;
  /** Its preview is held against the outcome even if others or an interrupted run have changed what the state has. */
  readonly isJudged?: boolean;
  /** An operation of another stack, begun after the first change of this one. */
  readonly beside?: Operation;
}

/** Requests of one method meet a fate: `count` of them, the first being number `from`. */
export interface Fault {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly from: number;
  readonly count: number;
  readonly fate: Fate;
}

/** Somebody or something ends an operation at one of its requests that change something, counted from 1. */
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

/** Somebody else changes something as an operation sends its n-th request. */
export interface Meanwhile {
  readonly atRequest: number;
  readonly drift: Drift;
}

/** Tells whether the operation leaves resources out. */
export const isPartial = ({ target, exclude }: Pick<Operation, "target" | "exclude">): boolean =>
  target !== undefined || exclude !== undefined;

export const isOperation = (step: Step): step is Operation => (verbs as readonly string[]).includes(step.do);
