import * as z from "zod";
import { Bill } from "./cost";
import { DriftReport } from "./drift";
import { KeepDocument, Mending } from "./keep";
import { Operation } from "./operation";
import { Status } from "./status";
import { type DocumentName, schemaOf } from "./write";

/** The documents of `--json`, by the name in their `schema`. */
const contents = {
  operation: Operation,
  drift: DriftReport,
  status: Status,
  cost: Bill,
  keep: KeepDocument,
  mend: Mending,
};
export type Contents = { readonly [Name in keyof typeof contents]: z.output<(typeof contents)[Name]> };

/** The same with the member `schema`. A member that is not declared is refused. */
export function documentSchema(name: DocumentName): z.ZodObject {
  const content: z.ZodObject = contents[name];
  const whole = z.strictObject({ schema: z.literal(schemaOf(name)), ...content.shape });
  return whole.describe(content.description ?? "");
}

/** The path of its JSON Schema in the package: `cli/schemas/status-1.json`. */
export const fileOfSchema = (name: DocumentName): string =>
  `cli/schemas/${schemaOf(name).replace("compute.", "").replace("/", "-")}.json`;

/** The published JSON Schema. Readers must accept unknown members, because new ones may appear under the same number. */
export const jsonSchemaOf = (name: DocumentName): object =>
  z.toJSONSchema(documentSchema(name), {
    override: ({ jsonSchema }) => {
      delete jsonSchema.readOnly;
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
