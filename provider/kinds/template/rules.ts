import { isObject, type Props } from "../../table/props";
import { commandAgrees, countLimits } from "../shared/rules";

export const templateRules = [countLimits, commandAgrees];

/** Whoever reads a public template reads its variables (T-20). */
export function publicVariables({ public: isPublic, env }: Props): string | undefined {
  if (isPublic !== true || !isObject(env) || Object.keys(env).length === 0) return undefined;
  return "public is true, so that every account of the platform can read the variables in env; leave out what is secret and set it where the template is used"; // T-20
}
