import type { ObjectShape, Shape } from "./contract-bodies";

/** What is wrong with a value, in the words of section 1.5: one line for each violation, in no particular order. */
export function violationsIn(shape: Shape, value: unknown, at = "$"): string[] {
  switch (shape.kind) {
    case "string":
      if (value === null && shape.nullable) return [];
      if (typeof value !== "string") return [wrong(at, value, "string")];
      return textViolations(shape, value, at);
    case "enum":
      if (typeof value !== "string") return [wrong(at, value, "string")];
      return shape.values.includes(value) ? [] : [`${at}: value must be one of ${quoted(shape.values)}`];
    case "boolean":
      return typeof value === "boolean" ? [] : [wrong(at, value, "boolean")];
    case "integer":
    case "number":
      if (typeof value !== "number" || (shape.kind === "integer" && !Number.isInteger(value)))
        return [wrong(at, value, shape.kind)];
      return [
        ...(shape.min !== undefined && value < shape.min ? [`${at}: minimum: got ${value}, want ${shape.min}`] : []),
        ...(shape.max !== undefined && value > shape.max ? [`${at}: maximum: got ${value}, want ${shape.max}`] : []),
      ];
    case "array":
      if (!Array.isArray(value)) return [wrong(at, value, "array")];
      return arrayViolations(shape, value, at);
    case "map":
      if (!isObject(value)) return [wrong(at, value, "object")];
      return Object.entries(value).flatMap(([name, each]) => violationsIn(shape.of, each, `${at}.${name}`));
    case "object":
      return objectViolations(shape, value, at);
    case "by type": {
      if (!isObject(value)) return [wrong(at, value, "object")];
      if (!("type" in value)) return [`${at}: missing property 'type'`];
      if (typeof value.type !== "string") return [wrong(`${at}.type`, value.type, "string")];
      const variant = shape.variants[value.type];
      if (!variant) return [`${at}.type: value must be one of ${quoted(Object.keys(shape.variants))}`];
      return objectViolations(variant, value, at);
    }
  }
}

function textViolations(
  { min = 0, max, pattern, orEmpty, maxBytes }: Extract<Shape, { kind: "string" }>,
  value: string,
  at: string,
): string[] {
  const { length } = [...value];
  const bytes = Buffer.byteLength(value);
  return [
    ...(length < min ? [`${at}: minLength: got ${length}, want ${min}`] : []),
    ...(max !== undefined && length > max ? [`${at}: maxLength: got ${length}, want ${max}`] : []),
    ...(maxBytes !== undefined && bytes > maxBytes ? [`${at}: maxBytes: got ${bytes}, want ${maxBytes}`] : []),
    ...(pattern && !(orEmpty && value === "") && !new RegExp(pattern).test(value)
      ? [`${at}: '${short(value)}' does not match pattern '${pattern}'`]
      : []),
  ];
}

function arrayViolations(
  { of, min, max, unique }: Extract<Shape, { kind: "array" }>,
  value: readonly unknown[],
  at: string,
): string[] {
  const { length } = value;
  const same = value.findIndex((each, index) => value.slice(0, index).some((before) => equal(each, before)));
  const first = value.findIndex((each) => same >= 0 && equal(each, value[same]));
  return [
    ...(min !== undefined && length < min ? [`${at}: minItems: got ${length}, want ${min}`] : []),
    ...(max !== undefined && length > max ? [`${at}: maxItems: got ${length}, want ${max}`] : []),
    ...(unique && same >= 0 ? [`${at}: items at ${first} and ${same} are equal`] : []),
    ...value.flatMap((each, index) => violationsIn(of, each, `${at}[${index}]`)),
  ];
}

function objectViolations(
  { members, required, notEmpty, dependent }: ObjectShape,
  value: unknown,
  at: string,
): string[] {
  if (!isObject(value)) return [wrong(at, value, "object")];
  const has = (name: string) => Object.hasOwn(value, name);
  const missing = required.filter((name) => !has(name));
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
  const [because = "", wanted = ""] = dependent ?? [];
  return [
    ...(missing.length > 0
      ? [`${at}: missing ${missing.length > 1 ? "properties" : "property"} ${quoted(missing)}`]
      : []),
    ...(unknown.length > 0 ? [`${at}: additional properties ${quoted(unknown)} not allowed`] : []),
    ...(notEmpty && Object.keys(value).length === 0 ? [`${at}: minProperties: got 0, want 1`] : []),
    ...(has(because) && !has(wanted) ? [`${at}: properties '${wanted}' required, if '${because}' exists`] : []),
    ...Object.entries(members).flatMap(([name, shape]) =>
      has(name) ? violationsIn(shape, value[name], `${at}.${name}`) : [],
    ),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");
const wrong = (at: string, value: unknown, want: string) => `${at}: got ${typeName(value)}, want ${want}`;
const typeName = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** Long values are not repeated whole. */
const short = (text: string) => ([...text].length > 200 ? `${[...text].slice(0, 200).join("")}…` : text);

/** As JSON values: the order of members does not matter. */
function equal(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, i) => equal(each, b[i]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && equal(a[name], b[name]));
}
