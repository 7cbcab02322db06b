import { join } from "node:path";
import ts from "typescript";
import { type CodeBlock, root } from "./code-blocks";

/** Compiles blocks as modules of this repository, where the package's own name leads to its sources. */
export function typeCheck(blocks: readonly CodeBlock[]): string[] {
  const byFile = new Map(blocks.map((block, index) => [join(root, "tests", "docs", `block-${index}.ts`), block]));
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const plain = ts.createCompilerHost(options);
  host.fileExists = (file) => byFile.has(file) || plain.fileExists(file);
  host.readFile = (file) => byFile.get(file)?.code ?? plain.readFile(file);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const block = byFile.get(file);
    // A block without an import is a module too: its names must not meet those of other blocks.
    return block
      ? ts.createSourceFile(file, `${block.code}\nexport {};\n`, languageVersion)
      : plain.getSourceFile(file, languageVersion, ...rest);
  };
  const program = ts.createProgram([...byFile.keys()], { ...options, noEmit: true }, host);
  return [...byFile.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map((diagnostic) => explain(diagnostic, byFile.get(file)));
  });
}

function explain(diagnostic: ts.Diagnostic, block: CodeBlock | undefined): string {
  const { line = 0 } = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0) ?? {};
  return `${block?.page}:${(block?.line ?? 0) + line + 1}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n")}`;
}
