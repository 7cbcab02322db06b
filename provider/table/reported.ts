import type { Props } from "./props";
import type { Resource } from "./resource";

/**
 * What an answer of the platform says of arguments and outputs by their own names. A kind's view says on top of it what
 * the platform reports in another form or under another name.
 */
export function reported({ inputs, outputs }: Resource, object: object): Props {
  const isReported = (name: string) => {
    const { [name]: field } = inputs;
    return field ? !field.local && !field.writeOnly && !field.secret : Object.hasOwn(outputs, name);
  };
  return Object.fromEntries(Object.entries(object).filter(([name]) => isReported(name)));
}
