import * as z from "zod";
import { field } from "../../table/resource";

/** The name of an object that can be renamed. @param what the object's kind in sentences. */
export const nameField = (what: string, rules: readonly string[]) =>
  field(z.string().min(1), {
    change: "update",
    doc: `${what} Default: the resource's name in the program and a short suffix.`,
    limits: "string, at least 1 character",
    rules,
    freeText: true,
  });
