import { isObject } from "../../provider/table/props";
import { CommandFailure } from "../io";
import { toTable } from "../../plugin/forms";
import { parseUrn } from "../../plugin/names";
import { kinds } from "../../provider/kinds";
import { type Kind, kindOfToken } from "../state/deployment";
import { isRecord, unwrap } from "../state/secret-values";

/** What a preview would do to one resource. */
export interface PlannedChange {
  readonly urn: string;
  readonly name: string;
  readonly kind: Kind;
  readonly op: "create" | "update" | "replace" | "delete";
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

/** A replacement is planned in up to three steps; the one named `replace` stands for all. */
const ops: Readonly<Record<string, PlannedChange["op"]>> = {
  create: "create",
  update: "update",
  replace: "replace",
  delete: "delete",
};

/** Reads what `pulumi preview --json` or `compute preview --json` printed. @throws CommandFailure for anything else. */
export function readPreview(text: string, where: string): PlannedChange[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const steps = isRecord(json) ? json["steps"] : undefined;
  if (!Array.isArray(steps))
    throw new CommandFailure(`${where} is not a preview. Give it the output of \`pulumi preview --json\`.`);
  return steps.flatMap((step) => toChange(step) ?? []);
}

function toChange(step: unknown): PlannedChange | undefined {
  if (!isRecord(step) || typeof step["urn"] !== "string") return undefined;
  const op = ops[String(step["op"])];
  const older = isRecord(step["oldState"]) ? step["oldState"] : undefined;
  const newer = isRecord(step["newState"]) ? step["newState"] : undefined;
  const kind = kindOfToken((newer ?? older)?.["type"]);
  if (op === undefined || kind === undefined) return undefined;
  const plain = (props: unknown) => unwrap(props ?? {}).value as Record<string, unknown>;
  const inputs = (state: Record<string, unknown> | undefined) =>
    state && toTable(kinds[kind].resource, plain(state["inputs"]));
  // Whether an update runs a job anew that is done, a preview does not say: then both sides count as running.
  const isSeen = op === "delete" || op === "replace";
  const asFound = (state: Record<string, unknown> | undefined) =>
    state && (isSeen ? asItIs(kind, plain(state["inputs"]), plain(state["outputs"])) : inputs(state));
  const urn = step["urn"];
  const after = op === "delete" ? undefined : inputs(newer);
  // What was given up ahead of its replacement costs nothing any more.
  const isNew = op === "create" || older?.["pendingReplacement"] === true;
  return {
    urn,
    name: parseUrn(urn).name,
    kind,
    op,
    before: isNew ? (after && isAdopted(after) ? after : undefined) : asFound(older),
    after,
  };
}

const hardware = new Set(["gpu", "cpu", "compute"]);

type Props = Readonly<Record<string, unknown>>;

/**
 * The inputs of an object that exists in the form of the table, with what else decides its price: its status and, of a list of
 * alternatives, the one that was chosen.
 */
export function asItIs(kind: Kind, inputs: Props, outputs: Props): Props {
  const table = toTable(kinds[kind].resource, inputs);
  const chosen = Object.entries(outputs).filter(
    ([property, value]) => hardware.has(property) && Array.isArray(table[property]) && isObject(value),
  );
  return { ...table, ...Object.fromEntries(chosen), status: outputs.status };
}

/** What a create with these inputs takes under management is there already, and costs what it did. */
export const isAdopted = ({ adopt }: Props): boolean => isObject(adopt);
