import type { Props } from "../../provider/table/props";
import type { ComparedKind } from "../programs";

/** Options of a resource; other resources by their logical names. */
export interface Options {
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly deleteBeforeReplace?: boolean;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly additionalSecretOutputs?: readonly string[];
  readonly dependsOn?: readonly string[];
  readonly deletedWith?: string;
  readonly parent?: string;
  readonly provider?: string;
  readonly aliases?: readonly Alias[];
  /** The name of what somebody else has made, which the plugin's resource is to import. */
  readonly import?: string;
}

/** A former name or parent of a resource; `noParent` if it had none. */
export interface Alias {
  readonly name?: string;
  readonly parent?: string;
  readonly noParent?: true;
}

/** `group` is a component; `provider` an explicit provider, which only the plugin has; `reader` looks at an object. */
export type DeclaredKind = ComparedKind | "group" | "provider" | "reader";

/** A resource as a program declares it. In its arguments `$secret` marks a secret, `$id` stands for another's id. */
export interface Declared {
  readonly kind: DeclaredKind;
  readonly name: string;
  readonly args: Props;
  readonly options: Options;
}
export type Program = readonly Declared[];

export type Verb = "preview" | "up" | "up --refresh" | "refresh" | "destroy";

/** One operation, with the program of then and what happens around it. */
export interface Step {
  readonly do: Verb;
  readonly program: Program;
  /** Each stack is worked on by the other engine from here on. */
  readonly handOver?: boolean;
  readonly target?: readonly string[];
  readonly targetDependents?: boolean;
  readonly exclude?: readonly string[];
  readonly excludeDependents?: boolean;
  readonly replace?: readonly string[];
  readonly continueOnError?: boolean;
  readonly runProgram?: boolean;
  readonly faults?: readonly Fault[];
  /** Changes that others make to objects before. */
  readonly drift?: readonly Drift[];
  /** Objects that others make before. */
  readonly found?: readonly Found[];
}

/** An object that the stack did not make, by the name that the option `import` knows it by. */
export interface Found {
  readonly name: string;
  readonly kind: ComparedKind;
  readonly body: Props;
}

/** Requests that are refused: so many from the n-th one of the operation on. */
export interface Fault {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly kind: ComparedKind;
  /** More than 1 only where the order of such requests is no matter of chance. */
  readonly nth: number;
  readonly times: number | "always";
}

export interface Drift {
  readonly name: string;
  /** Undefined: the object is deleted. */
  readonly body?: Props;
}

/** Whatever is taken out of a life, what is left is one too: that is what lets a failing one be shrunk. */
export interface Life {
  readonly seed: number;
  /** How many steps an engine takes at once. */
  readonly parallel: number;
  /** Whether the program waits for each resource before it declares the next. */
  readonly oneByOne: boolean;
  readonly steps: readonly Step[];
}
