import type { LocalStack } from "../../engine/index";
import { agree } from "../prompt";
import { standingOf } from "./cost-bill";
import { amountText } from "../../provider/cost/money";
import { isFree } from "../../provider/kinds/prices";
import { isAskedAbout, letGoOf } from "../../provider/effects/fate";
import { priced, sumOf } from "../../provider/effects/sums";
import { type Io, type Register, writeSentences } from "../io";
import { quoted } from "../../values/shell";
import { platformOf, pricesOf } from "../stack/cost-of-plan";
import { withLabels } from "../stack/names";
import { addStackFlags, openKnownStack, type StackFlags } from "../stack/flags";
import type { Stack, StackResource } from "../state/deployment";
import { stateOf } from "../state/load-stack";

interface Flags extends StackFlags {
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** The effect of a command on one resource of the state. */
interface Edit {
  readonly question: (urn: string, stack: string) => string;
  readonly perform: (stack: LocalStack, urn: string, agree: () => Promise<void>, flags: Flags) => Promise<void>;
  /** @param entry the resource, if it is ours. @param rest the remaining entries of the state. */
  readonly done: (stack: LocalStack, entry: StackResource | undefined, rest: Stack) => Promise<string> | string;
}

export const registerState: Register = (program, io) => {
  const state = program.command("state").description("take a resource out of the state, or end its protection");

  const register = (name: string, description: string, { question, perform, done }: Edit) =>
    addStackFlags(
      state.command(name).argument("<urn>", "the URN in single quotes, or `URN::ID` if several entries have it"),
    )
      .description(description)
      .option("-y, --yes", "do not ask for confirmation")
      .action(async (urn: string, flags: Flags) => {
        const stack = await openKnownStack(io, flags);
        const isMeant = (each: StackResource) => urn === each.urn || urn === `${each.urn}::${each.id}`;
        const entry = (await stateOf(stack)).stack.resources.find(isMeant);
        const ask = async () => {
          if (!flags.yes) await agree(io, withLabels(question(urn, stack.name)));
        };
        await perform(stack, urn, ask, flags);
        writeSentences(io.stderr, [await done(stack, entry, (await stateOf(stack)).stack)]);
      });

  register("delete", "take a resource out of the state and leave its object alone, like `pulumi state delete`", {
    question: (urn, stack) => `Take ${urn} out of the state of ${stack}? Its object stays on the platform.`,
    perform: (stack, urn, ask, { force = false }) => stack.forget(urn, { force, agree: ask }),
    done: async (stack, entry, { resources }) => {
      if (!entry) return "Taken out of the state. The object itself was left alone.";
      const { kind, id, name, outputs } = entry;
      const taken = `Took ${kind} ${name} out of the state.`;
      if (resources.some((each) => each.kind === kind && each.id === id))
        return `${taken} Another entry of the state still has ${id}.`;
      const cost = await costOfObject(io, stack, entry);
      const stays = `${id} stays on the platform${cost === undefined ? "" : cost === "billed" ? ", and is billed" : `, and costs ${cost}`}.`;
      const letGo = isAskedAbout(kind, outputs["name"]) ? [letGoOf(id, ` --stack ${quoted(stack.name)}`)] : [];
      return [taken, stays, ...letGo].join(" ");
    },
  }).option("-f, --force", "take out a protected resource too");
  register("unprotect", "end the protection of a resource until the next `up`, like `pulumi state unprotect`", {
    question: (urn, stack) => `End the protection of ${urn} in the state of ${stack}?`,
    perform: (stack, urn, ask) => stack.unprotect(urn, { agree: ask }),
    done: () => "No longer protected. If the program still protects it, the next `up` does so again.",
  });
};

/** What an object of the state costs: `0.40 USD/h`, as far as that is known; undefined where it costs nothing. */
async function costOfObject(io: Io, stack: LocalStack, resource: StackResource): Promise<string | undefined> {
  const effect = standingOf(resource);
  if (isFree(resource.kind)) return undefined;
  const sum = async () => sumOf(priced([effect], await pricesOf(io, [effect], platformOf(io, stack))));
  const bill = await sum().catch(() => undefined);
  return bill?.isPriced ? amountText(bill.after) : "billed";
}
