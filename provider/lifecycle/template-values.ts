import { hidden, isTemplateValueUnknown } from "../state/state";
import type { Props } from "../table/props";
import type { Context } from "./context";

/** Asks the platform what the template gave where state does not say, because the look at the create failed, and the answer counts. */
export async function withValuesFromTemplate(
  { resource: { inputs }, operations, session }: Context,
  state: Props,
  news: Props,
): Promise<Props> {
  const counts = Object.keys(inputs).some(
    (name) => isTemplateValueUnknown(inputs[name]!, name, state) && news[name] !== undefined,
  );
  if (!counts || !operations.valuesFromTemplate) return state;
  return { ...state, [hidden.fromTemplate]: await operations.valuesFromTemplate(session, state) };
}
