import type { Props } from "./props";
import type { Resource } from "./resource";

/**
 * Arguments and outputs that an answer of the platform has under their own names. A kind's view adds those under other
 * names and in other forms.
 */
export function reported({ inputs, outputs }: Resource, object: object): Props {
  const isReported = (name: string) => {
    const { [name]: field } = inputs;
    return field ? !field.local && !field.writeOnly && !field.secret : Object.hasOwn(outputs, name);
  };
  return Object.fromEntries(Object.entries(object).filter(([name]) => isReported(name)));
}
