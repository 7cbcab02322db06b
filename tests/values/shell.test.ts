import { expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AttemptMisfitError } from "../../provider/create/errors";
import { waysOn } from "../../provider/lifecycle/adoption/left-in-words";
import { letGoOf } from "../../provider/effects/fate";
import { quoted } from "../../values/shell";

const root = join(__dirname, "..", "..");

it("leaves a plain word as it is, and quotes any other", () => {
  expect([quoted("p1"), quoted("a b"), quoted("it's"), quoted("$(x)")]).toEqual([
    "p1",
    "'a b'",
    "'it'\\''s'",
    "'$(x)'",
  ]);
});

it("an id of the platform is one word of a command to paste, and one text of the code to paste", () => {
  const id = 'p1"$(touch x)';
  const misfit = new AttemptMisfitError("Pod", id, "a 1", "its name differs", true).message;
  for (const told of [waysOn("Pod", id), misfit]) expect(told).toContain('`adopt: { id: "p1\\"$(touch x)" }`');
  for (const told of [letGoOf(id), waysOn("Pod", id)])
    expect(told).toContain(`\`compute doctor --let-go 'p1"$(touch x)'\``);
  expect(misfit).toContain("`compute doctor --delete 'a 1'`");
});

/** Words of our own, or of the command line that was given. */
const own = new Set([
  ...["group.name()", "word", "path", "list", "commandOf[list]", "packageName", "flags", "asked", "what", "remote"],
  ...["name", "option", "setting", 'forms[name] ?? "<value>"', 'command.slice(0, 2).join(" ")'],
]);

it("a command in a message has what others chose only in quotes", () => {
  const layers = ["client", "disk", "provider", "plugin", "cli", "engine", "sdk", "emulator"];
  const files = execFileSync("git", ["ls-files", ...layers], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file.endsWith(".ts"));
  const raw = files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    const commands = source.matchAll(
      /\\`(?:compute|pulumi|up|doctor|state|stack|config|logs|jobs|import|ssh)\b[^`]*\\`|\w --[a-z][\w-]* \$\{[^}]*\}|adopt: \{ id: [^`]*`/g,
    );
    const parts = [...commands].flatMap(([command]) =>
      [...command.matchAll(/\$\{([^}]*)\}/g)].map(([, part]) => part!),
    );
    return parts
      .filter((part) => !/^(quoted|inShell|JSON\.stringify)\(/.test(part) && !own.has(part))
      .map((part) => `${file}: ${part}`);
  });
  expect(raw).toEqual([]);
});
