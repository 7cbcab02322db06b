import { allowEnvironmentKey, settingVariables, type Variable } from "./variables";

/**
 * Where whoever reads an error sets the settings: in the configuration of a stack, or as arguments of a `Provider`, which
 * takes nothing from the stack. Either way the environment stands in for what is left out.
 */
export type SetIn = "stack" | "provider";

/** The setting as written in the command that sets it for a stack. */
const forms: Partial<Record<Variable, string>> = {
  apiUrl: "<address before /v2>",
  baseUrl: "<address that ends in /v1>",
  queueUrl: "<address before /v2/{endpointId}>",
  portUrl: "<address with {podId} and {port}>",
  queueAuth: "bearer",
};

/** How to set a missing setting. @param host to which a key of the environment goes only if the environment names it too. */
export function howToSet(name: "apiKey" | "apiUrl", setIn: SetIn, host?: string): string {
  const variable = settingVariables[name];
  const inEnvironment =
    host === undefined
      ? `set the environment variable ${variable}`
      : `set ${variable} in the environment together with ${allowEnvironmentKey}=${host}, without which it is not sent to this address`;
  return setIn === "provider"
    ? `give the Provider \`${name}\`, or ${inEnvironment}`
    : `run ${command(name)}, or ${inEnvironment}`;
}

export function howToCorrect(name: Variable, setIn: SetIn): string {
  const elsewhere = `the environment variable ${settingVariables[name]} if it comes from there`;
  if (setIn === "provider") return `correct the Provider's \`${name}\`, or ${elsewhere}.`;
  const asking = name === "apiKey" ? ", which asks for it" : "";
  return `set it with ${command(name)}${asking}, or correct ${elsewhere}.`;
}

const command = (name: Variable): string =>
  name === "apiKey"
    ? "`pulumi config set --secret compute:apiKey`"
    : `\`pulumi config set compute:${name} ${forms[name] ?? "<value>"}\``;

export function withheldFrom(name: "apiUrl" | "baseUrl" | "queueUrl", host: string, setIn: SetIn): string {
  const isOfProvider = setIn === "provider";
  const source = isOfProvider ? "a `Provider` of the program" : "the configuration of the stack";
  const setting = isOfProvider ? `\`${name}\`` : `compute:${name}`;
  const key = isOfProvider
    ? "If the account has a key of its own, give the Provider `apiKey`. "
    : "If the stack has a key of its own, set it with `pulumi config set --secret compute:apiKey`. ";
  const removal = isOfProvider
    ? `remove \`${name}\` from the Provider. The program cannot allow this.`
    : `remove it with \`pulumi config rm compute:${name}\`. The stack's own configuration cannot allow this.`;
  return (
    `The API key comes from the environment (${settingVariables.apiKey}) and the address from ${source} ` +
    `(${setting}, host ${host}), so the key was not sent there: an address that comes with a repository or a state may be a ` +
    `stranger's. Nothing was sent. If the key is meant for ${host}, set ${settingVariables[name]} to the same address, or ` +
    `${allowEnvironmentKey}=${host}. ${key}If the address is not yours, ${removal}`
  );
}

/** Of the one value that `interrupted` has. */
export function notTakeOver(value: string, setIn: SetIn): string {
  const called = setIn === "provider" ? "`interrupted`" : "compute:interrupted";
  return `${called} can only be "take over", not ${JSON.stringify(value)}. What to do: ${howToCorrect("interrupted", setIn)}`;
}

export function notTrueOrFalse(name: Variable, value: string, setIn: SetIn): string {
  const problem = `must be true or false, not ${JSON.stringify(value)}.`;
  if (setIn === "provider") return `\`${name}\` ${problem} What to do: ${howToCorrect(name, setIn)}`;
  return (
    `compute:${name} ${problem} Set it with \`pulumi config set compute:${name} true\`, ` +
    `or correct the environment variable ${settingVariables[name]}.`
  );
}

export function noAmount(name: string, value: string, setIn: SetIn): string {
  const problem = `must be a number of 0 or more, in USD ${name === "maxDailyCost" ? "a day" : "per hour"}, not ${JSON.stringify(value)}.`;
  const forStack = `\`pulumi config set compute:${name} 10\``;
  return setIn === "provider"
    ? `\`${name}\` ${problem} Correct it in the Provider.`
    : `compute:${name} ${problem} Set it with ${forStack}.`;
}
