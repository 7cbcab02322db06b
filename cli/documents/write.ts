import { type Output, writeLine } from "../io";
import type { Contents } from "./index";

export type { Contents } from "./index";
export type DocumentName = keyof Contents;

/** A removed member, or one with a new meaning, raises the number; an added one does not. */
const versions: Readonly<Record<DocumentName, number>> = {
  operation: 1,
  drift: 1,
  status: 1,
  cost: 1,
  keep: 1,
  mend: 1,
};

export const documentNames = Object.keys(versions) as readonly DocumentName[];

/** `compute.status/1` */
export const schemaOf = (name: DocumentName): string => `compute.${name}/${versions[name]}`;

export const documentOf = <N extends DocumentName>(name: N, content: Contents[N]): object => ({
  schema: schemaOf(name),
  ...content,
});

/** @param isLine prints one line, for a sequence of documents. */
export const writeDocument = <N extends DocumentName>(
  output: Output,
  name: N,
  content: Contents[N],
  isLine = false,
): void => writeLine(output, JSON.stringify(documentOf(name, content), undefined, isLine ? undefined : 2));
