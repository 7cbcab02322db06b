import * as pulumi from "@pulumi/pulumi";
import * as dynamic from "../sdk";
import * as plugin from "../sdk/plugin";
import type { Mode } from "./plugin";
import type { Spec } from "./workbench";

type Classes = Readonly<Record<string, new (name: string, args: unknown) => { readonly id: unknown }>>;
type Secret = (value: unknown) => unknown;

/** Declares the resources. The text of this function is a program's too, so it names nothing from outside. */
function declare(specs: readonly Spec[], classes: Classes, secret: Secret): void {
  const made: Record<string, { readonly id: unknown }> = {};
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (value === null || typeof value !== "object") return value;
    const members = value as Readonly<Record<string, unknown>>;
    if ("$id" in members) return made[String(members["$id"])]!.id;
    if ("$secret" in members) return secret(members["$secret"]);
    return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, filled(member)]));
  };
  for (const { kind, name, args } of specs) made[name] = new classes[kind]!(name, filled(args));
}

const entries: Readonly<Record<Mode, string>> = {
  dynamic: "pulumi-compute-platform",
  plugin: "pulumi-compute-platform/plugin",
};
const classes: Readonly<Record<Mode, unknown>> = { dynamic, plugin };

/** Declares them in this process, as an inline program does. */
export const declareHere = (specs: readonly Spec[], mode: Mode): void =>
  declare(specs, classes[mode] as Classes, pulumi.secret);

/** The same as a file, which reads what to declare from the one that `PROVE_PROGRAM` names. */
export const programText = (mode: Mode): string => `
const { readFileSync } = require("node:fs");
const { secret } = require("@pulumi/pulumi");
(${String(declare)})(JSON.parse(readFileSync(process.env.PROVE_PROGRAM, "utf8")), require("${entries[mode]}"), secret);
`;
