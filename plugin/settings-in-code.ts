/** A setting in a sentence, as tables write it: `` `deleteBeforeReplace: true` ``, `` `adopt: { id: "p1" }` ``. */
const setting = /`([a-z]\w*): (\{ \w+(?:: "[^"`]*")? \}|"[^"`]*"|true|false|null)`/g;

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const inPython = (name: string, value: string): string => {
  const words: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };
  return `${snake(name)}=${words[value] ?? value.replace(/^\{ (\w+)(?:: (.*))? \}$/, (_, key, its = "…") => `{"${key}": ${its}}`)}`;
};

/** Options of resources, which in Go are functions. */
const options = ["deleteBeforeReplace", "protect", "retainOnDelete"];
const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

const inGo = (name: string, value: string): string => {
  if (options.includes(name)) return `pulumi.${capital(name)}(${value})`;
  const [, key, its = "…"] = /^\{ (\w+)(?:: (.*))? \}$/.exec(value) ?? [];
  if (key !== undefined)
    return `${capital(name)}: &compute.${capital(name)}Args{${capital(key)}: pulumi.String(${its})}`;
  return `${capital(name)}: ${value === "null" ? "nil" : `pulumi.${value.startsWith('"') ? "String" : "Bool"}(${value})`}`;
};

/** How a program writes names: in Python as `vcpu_count`, elsewhere as the schema does, and in Go capitalised. */
export type Spelling = "snake" | "go" | "camel";

const writers = { snake: inPython, go: inGo, camel: undefined } as const;

/** A sentence whose settings can be pasted into the program: in Python and in Go; TypeScript and YAML write them as tables do. */
export function settingsInCode(sentence: string, spelling: Spelling): string {
  const { [spelling]: write } = writers;
  return write ? sentence.replace(setting, (_, name: string, value: string) => `\`${write(name, value)}\``) : sentence;
}
