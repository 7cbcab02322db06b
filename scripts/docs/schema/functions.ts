import { ownMember } from "../../../values/own-member";
import type * as z from "zod";
import { type Fn, functions } from "../../../plugin/functions/table";
import { functionToken } from "../../../plugin/names";
import type { FunctionSpec, ObjectTypeSpec, PropertySpec } from "../../../plugin/schema";
import { pascal, type Types } from "./types";
import { isOptional, unwrapped } from "../../../plugin/functions/zod-shape";

/** Functions as the schema has them: all arguments in an object, and an object as the answer. */
export const functionSpecs = (types: Types): Record<string, FunctionSpec> =>
  Object.fromEntries(Object.entries(functions).map(([name, fn]) => [functionToken(name), functionSpec(fn, types)]));

/** What the forms of a function differ in where it answers with what may hold tokens; its name in each language says which it is. */
const ofSecrets = (members: readonly string[]): string => {
  const names = members
    .map((name) => `\`${name}\``)
    .join(", ")
    .replace(/, (?=[^,]*$)/, " and ");
  return `The values of ${names} may hold tokens. The Output form of the function makes the whole answer a secret. The plain form gives the program the values in the clear, and nothing marks them as secrets; in Go the plain form always fails.`;
};

function functionSpec(fn: Fn, types: Types): FunctionSpec {
  const inputs = inputsOf(fn, types);
  const hasInputs = Object.keys(inputs.properties).length > 0;
  const description = fn.secret === undefined ? fn.doc : `${fn.doc}\n\n${ofSecrets(fn.secret)}`;
  return { description, ...(hasInputs && { inputs }), outputs: outputsOf(fn, types) };
}

function inputsOf({ args, argDocs, enums }: Fn, types: Types): Omit<ObjectTypeSpec, "description"> {
  const shape: Readonly<Record<string, z.ZodType>> = args.shape;
  const members = Object.entries(shape);
  const properties = members.map(([name, schema]): [string, PropertySpec] => {
    const description = ownMember(argDocs, name);
    if (description === undefined) throw new Error(`nothing says what the argument ${name} is`);
    return [
      name,
      { ...types.of(unwrapped(schema), "argument", ownMember(enums ?? {}, name) ?? pascal(name)), description },
    ];
  });
  const required = members.filter(([, schema]) => !isOptional(schema)).map(([name]) => name);
  return { type: "object", properties: Object.fromEntries(properties), required };
}

function outputsOf({ answer, answerName, list, doc }: Fn, types: Types): Omit<ObjectTypeSpec, "description"> {
  if (list === undefined) {
    const { type, properties, required } = types.spec(answerName, answer.shape, "output");
    return { type, properties, required };
  }
  const items = types.of(answer, "output", answerName);
  return { type: "object", properties: { [list]: { type: "array", items, description: doc } }, required: [list] };
}
