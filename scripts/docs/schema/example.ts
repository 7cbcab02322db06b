import { goPackage } from "../../../plugin/names";

/** Languages of the examples, as Pulumi's schema calls them. */
export const languages = ["typescript", "python", "go", "yaml"] as const;
export type Language = (typeof languages)[number];

/** A program in each language. */
export interface Example {
  readonly title: string;
  readonly programs: Readonly<Record<Language, string>>;
}

/** A whole Go program around what it declares. */
export const go = (body: string, imports: readonly string[] = []): string => `package main

import (
${[goPackage, "github.com/pulumi/pulumi/sdk/v3/go/pulumi", ...imports].map((path) => `\t"${path}"`).join("\n")}
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
${body.replace(/^(?=.)/gm, "\t\t")}
	})
}`;
