import made from "./schema.json";

export interface TypeSpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
}

export interface PropertySpec extends TypeSpec {
  readonly description: string;
  readonly secret?: boolean;
  readonly replaceOnChanges?: boolean;
}

export interface ObjectTypeSpec {
  readonly type: "object";
  readonly description: string;
  readonly properties: Readonly<Record<string, PropertySpec>>;
  readonly required: readonly string[];
}

export interface ResourceSpec {
  readonly isComponent?: true;
  readonly description: string;
  readonly inputProperties: Readonly<Record<string, PropertySpec>>;
  readonly requiredInputs: readonly string[];
  readonly properties: Readonly<Record<string, PropertySpec>>;
  readonly required: readonly string[];
  readonly aliases: readonly { readonly type: string }[];
}

export interface EnumTypeSpec {
  readonly type: "string";
  readonly description: string;
  readonly enum: readonly { readonly name: string; readonly value: string }[];
}

export interface FunctionSpec {
  readonly description: string;
  readonly inputs?: Omit<ObjectTypeSpec, "description">;
  readonly outputs: Omit<ObjectTypeSpec, "description">;
}

export interface PackageSpec extends Readonly<Record<string, unknown>> {
  readonly types: Readonly<Record<string, ObjectTypeSpec | EnumTypeSpec>>;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly functions: Readonly<Record<string, FunctionSpec>>;
}

/** The answer to Pulumi's `GetSchema`, from which the SDKs are generated; `npm run docs` makes the file from the tables. */
export const schema = made as unknown as PackageSpec;
