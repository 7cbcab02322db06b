import { ComputeError } from "../../client/errors/errors";
import { mask, textsIn, withoutWordings, wordingsOf } from "../../client/errors/redact";
import { formatPath, isObject, type Path } from "../table/props";
import type { Notify } from "./notify";

/** Names that also occur in ordinary sentences: those like argument names, and short ones. */
const ordinaryName = /^(?:[a-z]+(?:[A-Z][a-z]+)*|[A-Z]{1,7}|.{1,3})$/s;

/** The values that the programs of this process marked as secret, in any argument. No message quotes them. */
export class KnownSecrets {
  private readonly texts = new Set<string>();
  private readonly wordings = new Set<string>();
  /** Paths of members whose names are secrets, with the paths of their maps. */
  private readonly members = new Map<string, string>();

  add(value: unknown): void {
    for (const text of textsIn(value)) this.learn(text);
  }

  /**
   * Adds the member names of a map that is secret as a whole, at any depth. An ordinary word is masked only where our
   * sentences name the member, any other name everywhere.
   *
   * @param known names that are not the program's own.
   */
  addMembers(path: Path, value: unknown, known: ReadonlySet<string>): void {
    if (Array.isArray(value)) value.forEach((one, at) => this.addMembers([...path, at], one, known));
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      this.addMembers([...path, name], member, known);
      if (known.has(name)) continue;
      this.members.set(formatPath([...path, name]), formatPath(path));
      if (!ordinaryName.test(name)) this.learn(name);
    }
  }

  private learn(text: string): void {
    if (text === "" || this.texts.has(text)) return;
    this.texts.add(text);
    for (const wording of wordingsOf(text)) this.wordings.add(wording);
  }

  readonly has = (text: string): boolean => this.texts.has(text);

  hide(text: string): string {
    let clean = text;
    // The longest first, because a name may begin with another.
    const named = [...this.members].filter(([path]) => text.includes(path)).sort(([a], [b]) => b.length - a.length);
    for (const [path, whole] of named) clean = withoutMember(clean, path, `${whole}.${mask}`);
    return withoutWordings(clean, [...this.wordings]);
  }

  hideIn(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    const said = error as { message: string; stack?: string; reasons?: unknown };
    said.message = this.hide(error.message);
    // The host prints the stack beside the message, but an error that we throw on purpose is an answer, not a crash.
    if (error.stack !== undefined) said.stack = error instanceof ComputeError ? "" : this.hide(error.stack);
    if (Array.isArray(said.reasons))
      said.reasons = said.reasons.map((reason) =>
        typeof reason === "string" ? this.hide(reason) : (reason as unknown),
      );
    this.hideIn(error.cause);
    return error;
  }

  hiding(notify: Notify): Notify {
    return {
      ...(notify.status && {
        status: async (message: string, urn?: string) => notify.status?.(this.hide(message), urn),
      }),
      ...(notify.facts && {
        facts: async (facts: object, urn: string) =>
          notify.facts?.(JSON.parse(this.hide(JSON.stringify(facts))) as object, urn),
      }),
      warn: (message, urn) => notify.warn(this.hide(message), urn),
      info: (message, urn) => notify.info(this.hide(message), urn),
    };
  }
}

/** Replaces the path of a member, except where it is the beginning of another path. */
function withoutMember(text: string, path: string, shown: string): string {
  const [first = "", ...rest] = text.split(path);
  return rest.reduce((clean, after) => clean + (/^[\w-]/.test(after) ? path : shown) + after, first);
}
