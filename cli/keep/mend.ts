import type { OperationResult } from "../../engine/index";
import type { Mending, StackReport } from "../documents/keep";
import { compare } from "../drift/compare";
import { CommandFailure, type Io, messageOf } from "../io";
import { findStack, openStackToRun } from "../stack/flags";
import { consentAndPerform } from "../stack/operate";
import { readDocument } from "../stack/preview-document";
import { isCurrent } from "../state/deployment";
import { loadStack, type StateFlags } from "../state/load-stack";
import { cliToRun, type PulumiCli } from "../state/pulumi-cli";
import { changesBeyond, mendedBy, type ReportedStep, reportedByCli } from "./beyond-drift";

/** Runs `up --refresh` if it only puts back what the state holds. @param isAll also carries out any other plan. */
export async function mend(io: Io, flags: StateFlags, report: StackReport, isAll: boolean): Promise<Mending> {
  const { stack, drift } = report;
  let refused: string[] = [];
  const judge: Judge = (asked, planned) => {
    refused = isAll ? [] : changesBeyond(asked, planned, drift);
    if (refused.length > 0) throw new CommandFailure((refused = [...refused, toDo]).join(" "));
  };
  const now = () => new Date(io.now()).toISOString();
  try {
    const elsewhere = await cliToRun(io);
    const { steps, failures } = await (elsewhere ? upByCli(elsewhere, io, flags, judge) : upHere(io, flags, judge));
    const at = now();
    return {
      stack,
      at,
      mended: mendedBy(steps, drift, at),
      refused: failures.length > 0 ? [...failures.map(inSentence), notAgain] : [],
    };
  } catch (error) {
    io.signal.throwIfAborted();
    return { stack, at: now(), mended: [], refused: refused.length > 0 ? refused : [inSentence(messageOf(error))] };
  }
}

const toDo = "Run `up` yourself, or pass --mend=all.";
const notAgain = "The state has what was read of the rest, so no later pass finds it: run `up` yourself.";
const inSentence = (text: string): string => `${text.replace(/\.$/, "")}.`;

/** The steps that an `up` has done, and why it did not do the others, in sentences. */
interface Done {
  readonly steps: readonly ReportedStep[];
  readonly failures: readonly string[];
}

/** Judges the plans without and with a refresh. @throws CommandFailure if they must not be carried out. */
type Judge = (asked: readonly ReportedStep[], planned: readonly ReportedStep[]) => void;

async function upByCli(elsewhere: PulumiCli, io: Io, flags: StateFlags, judge: Judge): Promise<Done> {
  const stack = await findStack(io, flags);
  const plan = async (...options: string[]) => {
    const { out, code, failure } = await elsewhere.preview(stack, options);
    if (code !== 0) throw failure;
    return reportedByCli(readDocument(out, "What `pulumi preview --json` printed"));
  };
  const asked = await plan();
  const steps = await plan("--refresh");
  judge(asked, steps);
  const state = async () => {
    const { resources } = await loadStack(io, { ...flags, stack });
    return new Map(resources.filter(isCurrent).map((resource) => [resource.urn, resource]));
  };
  const before = await state();
  try {
    await elsewhere.up(stack, ["--refresh"]);
    return { steps, failures: [] };
  } catch (error) {
    const after = await state();
    const isDone = ({ op, urn }: ReportedStep) => {
      const [was, is] = [before.get(urn), after.get(urn)];
      if (op === "delete" || !is) return op === "delete" && !is;
      return was?.id === is.id ? compare(was, is.outputs).length === 0 : true;
    };
    return { steps: steps.filter(isDone), failures: [messageOf(error)] };
  }
}

async function upHere(io: Io, flags: StateFlags, judge: Judge): Promise<Done> {
  const stack = await openStackToRun(io, flags);
  const runs: OperationResult[] = [];
  const noted = async (run: Promise<OperationResult>) => {
    const result = await run;
    runs.push(result);
    return result;
  };
  const steps: ReportedStep[] = [];
  let isBegun = false;
  try {
    await consentAndPerform(
      // Standard output is reserved for the report.
      { ...io, stdout: io.stderr },
      stack,
      { ...flags, json: false, markdown: false, yes: true },
      {
        verb: "update",
        preview: async (call) => {
          const asked = await noted(stack.preview({ signal: io.signal }));
          return asked.result === "failed" ? asked : noted(stack.preview({ ...call, refresh: true }));
        },
        accept: (planned) => judge(runs[0]!.steps, planned.steps),
        perform: (call) => {
          isBegun = true;
          const onEvent: typeof call.onEvent = (event) => {
            if (event.kind === "step-done") steps.push(event.step);
            call.onEvent?.(event);
          };
          return noted(stack.up({ ...call, onEvent, refresh: true }));
        },
      },
    );
    return { steps, failures: [] };
  } catch (error) {
    const { result, diagnostics = [] } = runs.at(-1) ?? {};
    const errors = diagnostics.flatMap(({ severity, message }) => (severity === "error" ? message : []));
    const failures = result === "failed" && errors.length > 0 ? errors : [messageOf(error)];
    if (!isBegun) throw new CommandFailure(failures.join(" "));
    return { steps, failures };
  }
}
