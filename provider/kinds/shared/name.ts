import * as z from "zod";
import { field } from "../../table/resource";

/** The name of an object that the platform lets be renamed. @param what it is, in sentences. */
export const nameField = (what: string, rules: readonly string[]) =>
  field(z.string().min(1), {
    change: "update",
    doc: `${what} Default: the resource's name in the program and a short suffix.`,
    limits: "string, at least 1 character",
    rules,
    freeText: true,
  });
