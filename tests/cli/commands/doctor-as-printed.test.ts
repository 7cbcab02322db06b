import { describe, expect, it } from "@jest/globals";
import { wordingOf } from "../../../cli/doctor/as-printed";
import { diagnose } from "../../../cli/doctor/diagnose";
import { emptyStack, readDeployment } from "../../../cli/state/deployment";
import { temporaryFolder } from "../../support/temporary-folder";
import { entryOf, exportOf, nothing } from "./states";

const known = readDeployment(exportOf([entryOf({ kind: "Pod", name: "web", id: "p-1" })]), "stdin");
const deletion = "or `state delete --yes --stack dev urn:x`";

describe("advice as it is printed", () => {
  it.each([
    { advice: "Run `refresh`, then `up`.", where: {}, says: "Run `compute refresh`, then `compute up`." },
    {
      advice: "Run `refresh --clear-pending-creates`: the next `up` makes it.",
      where: { stack: "dev" },
      says: "Run `compute refresh --clear-pending-creates`: the next `compute up` makes it.",
    },
    { advice: deletion, where: { stack: "dev" }, says: "or `compute state delete --yes --stack dev urn:x`" },
    {
      advice: "run `refresh`, then `up`, or `import --all`",
      where: {},
      backend: "s3://states",
      says: "run `pulumi refresh`, then `pulumi up`, or `compute import --all`",
    },
    { advice: "Run `up`", where: { file: "-" }, says: "Run `pulumi up --stack dev`" },
    { advice: deletion, where: { file: "-" }, says: "or `pulumi state delete --yes --stack dev urn:x`" },
    {
      advice: "run `doctor` again, or `import --all`",
      where: { file: "state.json" },
      says: "run `pulumi stack export --stack dev | compute doctor --file -` again, or `compute import --all`",
    },
    { advice: "Run `up`", where: { file: "-", known: emptyStack }, says: "Run `pulumi up`" },
  ])("$advice of $where", async ({ advice, where, backend = "", says }) => {
    const io = { env: { PULUMI_BACKEND_URL: backend }, cwd: temporaryFolder("advice") };
    const worded = await wordingOf(io, { known, ...where });
    expect(worded(advice)).toBe(says);
  });

  it("says in which project's folder a state is that is of another one, and quotes what a shell would read", () => {
    const theirs = { ...known.resources[0]!, urn: "urn:pulumi:prod::other::compute:index:Pod::it's $1" };
    const [finding] = diagnose(known, { ...nothing, Pod: [{ id: "p-1", name: "web" }] }, [], { inStates: [theirs] });
    expect(finding?.nextStep).toContain(
      "or, in the folder of the project other, `state delete --yes --stack prod 'urn:pulumi:prod::other::compute:index:Pod::it'\\''s $1'`, which",
    );
  });
});
