import * as z from "zod";

/** The members that identify a resource in every document. */
export const identity = {
  urn: z.string(),
  name: z.string().describe("In the program."),
  kind: z.string().describe("The name of its class."),
  id: z.string().describe("On the platform."),
};
