/** A setting in a sentence of a table: `` `deleteBeforeReplace: true` ``, `` `adopt: { id: "p1" }` ``. */
const setting = /`([a-z]\w*): (\{ \w+(?:: "(?:[^"`\\]|\\.)*")? \}|"(?:[^"`\\]|\\.)*"|true|false|null)`/g;

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const pythonWords = new Map([
  ["true", "True"],
  ["false", "False"],
  ["null", "None"],
]);

const inPython = (name: string, value: string): string =>
  `${snake(name)}=${pythonWords.get(value) ?? value.replace(/^\{ (\w+)(?:: (.*))? \}$/, (_, key, its = "…") => `{"${key}": ${its}}`)}`;

/** Resource options, which are functions in Go. */
const options = ["deleteBeforeReplace", "protect", "retainOnDelete"];
const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

const inGo = (name: string, value: string): string => {
  if (options.includes(name)) return `pulumi.${capital(name)}(${value})`;
  const [, key, its = "…"] = /^\{ (\w+)(?:: (.*))? \}$/.exec(value) ?? [];
  if (key !== undefined)
    return `${capital(name)}: &compute.${capital(name)}Args{${capital(key)}: pulumi.String(${its})}`;
  return `${capital(name)}: ${value === "null" ? "nil" : `pulumi.${value.startsWith('"') ? "String" : "Bool"}(${value})`}`;
};

/** The spelling of names in a program: `vcpu_count` in Python, capitalised in Go, otherwise as in the schema. */
export type Spelling = "snake" | "go" | "camel";

const writers = { snake: inPython, go: inGo, camel: undefined } as const;

/** Makes the settings in a sentence ready to paste into Python and Go; TypeScript and YAML use the tables' form. */
export function settingsInCode(sentence: string, spelling: Spelling): string {
  const { [spelling]: write } = writers;
  return write ? sentence.replace(setting, (_, name: string, value: string) => `\`${write(name, value)}\``) : sentence;
}
