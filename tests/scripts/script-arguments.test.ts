import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

const dist = join(__dirname, "../../dist");
function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, script), ...args], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

// Both read their arguments by one function: to start each of them twice would show nothing more.
describe("a script of this repository", () => {
  it("says how it is used when asked", () => {
    expect(run("scripts/quickstart/main.js", "--help")).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^npm run /),
      stderr: "",
    });
  });

  it("says what is wrong with an option that it does not know, and how it is used, and ends with 2", () => {
    const { status, stdout, stderr } = run("proofs/main.js", "--wrong");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^Unknown option '--wrong'[^]*\n\nnpm run /);
    expect(stderr).not.toContain("    at ");
  });
});
