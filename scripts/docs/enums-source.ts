import { schema } from "../../plugin/schema/schema";
import type { EnumTypeSpec, ObjectTypeSpec } from "../../plugin/schema/types";

const isEnum = (spec: EnumTypeSpec | ObjectTypeSpec): spec is EnumTypeSpec => "enum" in spec;

/** The enums of the schema for TypeScript: programs that `pulumi import` writes name their members. */
export function enumsSource(): string {
  const { types } = schema();
  const enums = Object.entries(types).flatMap(([token, spec]) =>
    isEnum(spec) ? [source(token.slice(token.lastIndexOf(":") + 1), spec)] : [],
  );
  return `// Made from the declarations in provider/resources by \`npm run docs\`; do not edit.
${enums.join("")}`;
}

const source = (name: string, { description, enum: members }: EnumTypeSpec): string => `
/** ${description} */
export const ${name} = {
${members.map((member) => `  ${member.name}: ${JSON.stringify(member.value)},`).join("\n")}
} as const;
export type ${name} = (typeof ${name})[keyof typeof ${name}];
`;
