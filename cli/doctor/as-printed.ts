/** A command in a sentence; one that the sentence says to run, with the word before it. */
const named =
  /((?:\b[Rr]un|\bthen|\bor|\bread) )?`(?:compute )?(up|refresh|preview|destroy|doctor|import|logs)\b([^`]*)`/g;

/** Advice whose commands can be pasted: by their whole name, and for the stack that was asked for. */
export const asPrinted = (advice: string, stack: string | undefined): string =>
  advice.replace(named, (_, before: string | undefined, command: string, rest: string) => {
    const which = before === undefined || stack === undefined ? "" : ` --stack ${stack}`;
    return `${before ?? ""}\`compute ${command}${rest}${which}\``;
  });
