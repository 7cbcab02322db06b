import { CommandFailure, type Io } from "./io";

/** Asks for consent. @throws CommandFailure if it is not given, or there is no terminal to ask on. */
export async function agree(io: Io, question: string, isAgreed: boolean): Promise<void> {
  if (isAgreed) return;
  if (!io.isInteractive)
    throw new CommandFailure(
      `Not running in a terminal, so this can't be confirmed. Pass --yes. Nothing was changed.\n${question}`,
    );
  const answer = await io.ask(`${question} (yes/no) `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailure("Declined. Nothing was changed.");
}
