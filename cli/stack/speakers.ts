import type { Diagnostic, StepReport } from "../../engine/index";
import { withoutMark } from "../../provider/table/names";
import { kindName } from "./step-line";

/** `Pod workers-1-0a1b2c3 …`: a resource at the beginning of a provider's message. */
const beginning = /^(?:the )?(\w+) "?([^\s":]+)"?:? /;

/** Finds the resources of messages that reached the engine without a URN. */
export class Speakers {
  private readonly urns = new Map<string, string>();
  private readonly ids = new Map<string, string>();

  note({ urn, type, name, id }: StepReport): void {
    this.urns.set(`${kindName(type)} ${name}`, urn);
    if (id !== undefined) this.ids.set(urn, id);
  }

  idOf(urn: string): string | undefined {
    return this.ids.get(urn);
  }

  attributed(diagnostic: Diagnostic): Diagnostic {
    if (diagnostic.urn !== undefined) return diagnostic;
    const [, kind = "", name = ""] = beginning.exec(diagnostic.message) ?? [];
    const urn = this.urns.get(`${kind} ${name}`) ?? this.urns.get(`${kind} ${withoutMark(name)}`);
    return urn === undefined ? diagnostic : { ...diagnostic, urn };
  }

  /** The message without the resource at its beginning. */
  without({ message }: Diagnostic): string {
    return message.trimEnd().replace(beginning, "");
  }
}
