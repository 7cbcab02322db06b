import { expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { readChecklist } from "../../scripts/coverage-page/rules";

const contract = readFileSync("docs/contract/platform-api.md", "utf8");
const checklist = readFileSync("docs/contract/coverage.md", "utf8");

it("docs/contract/coverage.md has a line for each rule of the contract, and for nothing else", () => {
  const inContract = [...contract.matchAll(/^(?:\| ([A-Z]-\d+) \||#{2,5} ([A-Z]-\d+) ·)/gm)].map(
    ([, row, heading]) => row ?? heading,
  );
  const inChecklist = readChecklist(checklist).flatMap(({ rules }) => rules.map(({ id }) => id));
  expect(inChecklist.sort()).toEqual(inContract.sort());
});
