import { isObject } from "../../provider/table/props";

const hardware = new Set(["gpu", "cpu", "compute"]);

type Props = Readonly<Record<string, unknown>>;

/**
 * The inputs of an object that exists, with what else decides its price: its status and, of a list of alternatives, the one that
 * was chosen.
 */
export function asItIs(inputs: Props, outputs: Props): Props {
  const chosen = Object.entries(outputs).filter(
    ([property, value]) => hardware.has(property) && Array.isArray(inputs[property]) && !Array.isArray(value),
  );
  return { ...inputs, ...Object.fromEntries(chosen), status: outputs.status };
}

/** What a create with these inputs takes under management is there already, and costs what it did. */
export const isAdopted = ({ adopt }: Props): boolean => isObject(adopt);
