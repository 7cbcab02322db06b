import { EngineError } from "../errors";

/** Checks a name of a file or folder, by the CLI's rules and not `.` or `..`, which lead out of it. @throws EngineError `project`. */
export function checkProjectName(name: string): string {
  if (name === "") throw refusal("project names may not be empty");
  if (name.length > longest) throw refusal(`project names are limited to ${longest} characters`);
  if (!allowed.test(name))
    throw refusal(
      `${JSON.stringify(name)}: project names may only contain alphanumerics, hyphens, underscores, and periods`,
    );
  if (leadsAway.test(name)) throw refusal(`a project cannot be named "${name}", which is the name of a folder`);
  return name;
}

/** @throws EngineError `project` as {@link checkProjectName} does. */
export function checkStackName(name: string): string {
  if (name === "") throw refusal("a stack name may not be empty");
  if (name.length > longest) throw refusal(`a stack name cannot exceed ${longest} characters`);
  const at = [...name].findIndex((character) => !allowed.test(character));
  if (at >= 0)
    throw refusal(
      "a stack name may only contain alphanumeric, hyphens, underscores, or periods: " +
        `invalid character ${JSON.stringify([...name][at])} at position ${at}`,
    );
  if (leadsAway.test(name)) throw refusal(`a stack cannot be named "${name}", which is the name of a folder`);
  return name;
}

const longest = 100;
const allowed = /^[A-Za-z0-9_.-]+$/;
const leadsAway = /^\.{1,2}$/;

const refusal = (message: string): EngineError => new EngineError("project", message);
