import type { LocalStack } from "../../engine/index";
import { agree } from "../agree";
import { type Register, writeLine } from "../io";
import { addStackFlags, openKnownStack, type StackFlags } from "../stack/flags";

interface Flags extends StackFlags {
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** What a command does to one resource of the state. */
interface Edit {
  readonly question: (urn: string, stack: string) => string;
  readonly perform: (stack: LocalStack, urn: string, flags: Flags) => Promise<void>;
  readonly done: string;
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
        await agree(io, question(urn, stack.name), flags.yes ?? false);
        await perform(stack, urn, flags);
        writeLine(io.stderr, done);
      });

  register("delete", "take a resource out of the state and leave its object alone, like `pulumi state delete`", {
    question: (urn, stack) => `Take ${urn} out of the state of ${stack}? Its object stays on the platform.`,
    perform: (stack, urn, { force = false }) => stack.forget(urn, { force }),
    done: "Taken out of the state. The object itself was left alone.",
  }).option("-f, --force", "take out a protected resource too");
  register("unprotect", "end the protection of a resource until the next `up`, like `pulumi state unprotect`", {
    question: (urn, stack) => `End the protection of ${urn} in the state of ${stack}?`,
    perform: (stack, urn) => stack.unprotect(urn),
    done: "No longer protected. If the program still protects it, the next `up` does so again.",
  });
};
