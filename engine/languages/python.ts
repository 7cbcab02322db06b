import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { parents } from "../../disk";
import { EngineError } from "../errors";
import type { Project } from "../project/project";
import { configEnv, type Language, type Toolchain } from "./language";
import { bin, environmentOf, exe, isEnvironment, onPath } from "./python-environment";

/** Python, run by `runner.py` on the public interface of the package `pulumi`. */
export const python: Language = {
  runtime: "python",
  title: "Python",
  open: (project, env) => toolchainOf(project, env),
};

/** The exit codes of `runner.py` without the package `pulumi`, and on a Python that is too old for it. */
const noSdk = 33;
const tooOld = 34;

function toolchainOf(project: Project, env: NodeJS.ProcessEnv): Toolchain {
  const { name, root, programDir, entryPoint } = project;
  let known: ReturnType<typeof environmentOf> | undefined;
  const environment = () => (known ??= environmentOf(project, env));
  const folder = () => environment().folder;

  const check = () => {
    const { folder: place, setUp } = environment();
    if (place !== undefined && !isEnvironment(place))
      throw new EngineError("project", `There is no Python environment in ${place}. Make it: ${setUp}`);
    if (place === undefined && interpreter(env) === undefined)
      throw new EngineError("project", "There is no Python on the PATH. Install Python 3.10 or later.");
    if (entryPoint === "." && !existsSync(join(programDir, "__main__.py")))
      throw new EngineError(
        "project",
        `There is no __main__.py in ${programDir}: write the program into it, or name its file as main in Pulumi.yaml.`,
      );
  };
  const ownPython = () => {
    const place = folder();
    return place === undefined ? interpreter(env) : join(place, bin, exe("python"));
  };
  const command = () => ownPython() ?? "python3";
  const activated = (): NodeJS.ProcessEnv => {
    const place = folder();
    const text = { PYTHONUTF8: env["PYTHONUTF8"] ?? "1" };
    if (place === undefined) return text;
    const path = env["PATH"] ?? env["Path"] ?? "";
    return { ...text, VIRTUAL_ENV: place, PATH: [join(place, bin), path].join(delimiter) };
  };
  return {
    check,
    readable: readablePythonFailure,
    takesInterrupt: true,
    explain: (code) => {
      if (code === tooOld)
        return `The program's Python, ${command()}, is older than 3.10. Install Python 3.10 or later and recreate the environment with it.`;
      if (code !== noSdk) return undefined;
      return `The package pulumi is missing in the program's Python. Install it: ${environment().install ?? `${command()} -m pip install pulumi`}`;
    },
    executables: () => {
      const own = ownPython();
      // A plugin from npm also serves a Python program.
      const fromNpm = parents(programDir).map((above) => join(above, "node_modules", ".bin"));
      return [...(own === undefined ? [] : [dirname(own)]), ...fromNpm];
    },
    program: ({ stack, address, dryRun, parallel, config }) => ({
      command: command(),
      args: [
        "-u",
        join(__dirname, "runner.py"),
        JSON.stringify({
          project: name,
          stack,
          root,
          folder: programDir,
          address,
          dryRun,
          parallel,
          entry: entryPoint === "." ? programDir : join(programDir, entryPoint),
        }),
      ],
      env: { ...configEnv(config), ...activated() },
    }),
    dynamicHost: () => ({
      what: "dynamic provider host",
      command: command(),
      args: ["-u", "-m", "pulumi.dynamic"],
      env: { PULUMI_CONFIG: "{}", PULUMI_PROJECT: name, ...activated() },
    }),
  };
}

/** The SDK's preface to a provider's error about a function, whose name is in snake case in the program. */
const failedInvoke = /^Exception: invoke of (?:[\w-]+:[\w/]+:)?(\w+) failed: /;
const inSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Makes the SDK's message readable: the resource and argument of a wrong type first, or a failed look-up and the reason. */
export function readablePythonFailure(message: string): string {
  const [, name, type, input, value, expected] =
    /While processing resource: '([^']*)', type '([^']*)'\n[^]*While processing input: '([^']*)', type .*?, value (.*)\n[^]*got '?(?:<class '([^']*)'>|typing\.Mapping)/.exec(
      message,
    ) ?? [];
  if (name === undefined) return message.replace(failedInvoke, (_, called: string) => `${inSnake(called)}: `);
  const wanted = expected?.split(".").at(-1) ?? "a dictionary";
  const what = value?.startsWith("[") ? `${input} can't be ${value}: it` : `in ${input} is a list where it`;
  return `${type} ${name}: ${what} takes ${wanted}${wanted.endsWith("Args") ? " or a dictionary with its members" : ""}.`;
}

/** The Python that the CLI uses if a project names no environment. */
function interpreter(env: NodeJS.ProcessEnv): string | undefined {
  const wanted = env["PULUMI_PYTHON_CMD"];
  const names = wanted ? [wanted] : process.platform === "win32" ? ["python", "python3"] : ["python3", "python"];
  return names.map((each) => onPath(each, env)).find((path) => path !== undefined);
}
