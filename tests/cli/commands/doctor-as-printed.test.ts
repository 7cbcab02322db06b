import { describe, expect, it } from "@jest/globals";
import { asPrinted } from "../../../cli/doctor/as-printed";
import { diagnose } from "../../../cli/doctor/diagnose";
import { emptyStack, readDeployment } from "../../../cli/state/deployment";
import { entryOf, exportOf, nothing } from "./states";

const known = readDeployment(exportOf([entryOf({ kind: "Pod", name: "web", id: "p-1" })]), "stdin");
const deletion = "or `state delete --yes --stack dev urn:x`";

describe("advice as it is printed", () => {
  it.each([
    { advice: "Run `refresh`, then `up`.", where: {}, says: "Run `compute refresh`, then `compute up`." },
    {
      advice: "Run `refresh --clear-pending-creates`: the next `up` makes it.",
      where: { stack: "dev" },
      says: "Run `compute refresh --clear-pending-creates --stack dev`: the next `compute up` makes it.",
    },
    {
      advice: "`compute doctor --delete a-1` forgets it",
      where: { stack: "dev" },
      says: "`compute doctor --delete a-1 --stack dev` forgets it",
    },
    { advice: deletion, where: { stack: "dev" }, says: "or `compute state delete --yes --stack dev urn:x`" },
    { advice: "Run `up`", where: { cwd: "my stacks" }, says: "Run `compute up`" },
    { advice: "run `preview`, then `up`", where: { isRunByCli: true }, says: "run `pulumi preview`, then `pulumi up`" },
    { advice: "run `refresh`", where: { isRunByCli: true }, says: "run `compute refresh`" },
    { advice: "Run `up`", where: { file: "-" }, says: "Run `pulumi up --stack dev`" },
    { advice: deletion, where: { file: "-" }, says: "or `pulumi state delete --yes --stack dev urn:x`" },
    {
      advice: "run `doctor` again, or `import --all`",
      where: { file: "state.json" },
      says: "run `pulumi stack export --stack dev | compute doctor --file -` again, or `compute import --all`",
    },
    { advice: "Run `up`", where: { file: "-", known: emptyStack }, says: "Run `pulumi up`" },
  ])("$advice of $where", ({ advice, where, says }) => {
    expect(asPrinted(advice, { known, ...where })).toBe(says);
  });

  it("says in which project's folder a state is that is of another one, and quotes what a shell would read", () => {
    const theirs = { ...known.resources[0]!, urn: "urn:pulumi:prod::other::compute:index:Pod::it's $1" };
    const [finding] = diagnose(known, { ...nothing, Pod: [{ id: "p-1", name: "web" }] }, [], { inStates: [theirs] });
    expect(finding?.nextStep).toContain(
      "or, in the folder of the project other, `state delete --yes --stack prod 'urn:pulumi:prod::other::compute:index:Pod::it'\\''s $1'`, which",
    );
  });
});
