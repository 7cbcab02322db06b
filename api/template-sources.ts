/** Of which part of the public catalog a template is. Apart from the schemas, so that a program does not load zod for it. */ // K-7
export const templateSources = ["official", "verified", "community"] as const;
