/** Types of libraries without their own. */
declare module "slice-ansi" {
  /** The part of a text between two of its columns, with the colours that are on there. */
  function sliceAnsi(text: string, begin: number, end?: number): string;
  export = sliceAnsi;
}

declare module "ansi-diff" {
  interface Difference {
    /** The output that turns the previous text on a terminal into this one. */
    update(text: string): Buffer;
  }
  function ansiDiff(size: { readonly width: number }): Difference;
  export = ansiDiff;
}
