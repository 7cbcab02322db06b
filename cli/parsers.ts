import { InvalidArgumentError } from "commander";

/** Makes a parser of commander for numbers. @param expected completes the sentence `Expected …`. */
const numberThat =
  (expected: string, isFine: (value: number) => boolean) =>
  (text: string): number => {
    const value = Number(text);
    if (!isFine(value)) throw new InvalidArgumentError(`Expected ${expected}.`);
    return value;
  };

const isPositive = (value: number) => Number.isFinite(value) && value > 0;

export const positiveInteger = numberThat(
  "a whole number of at least 1",
  (value) => Number.isInteger(value) && value > 0,
);
export const positiveNumber = numberThat("a number above 0", isPositive);
export const seconds = numberThat("a number of seconds above 0", isPositive);
export const lineCount = numberThat("a number from 0 to 5000", (n) => Number.isInteger(n) && n >= 0 && n <= 5_000);

/** Collects the values of an option that can be repeated. */
export const several = (value: string, before: string[] = []): string[] => [...before, value];
