import { expect, it } from "@jest/globals";
import { inShell } from "../../../engine/protocol/urn";

it("a URN is one word of a command line, whatever the name in it holds", () => {
  expect(inShell("urn:pulumi:dev::p::t::a")).toBe("'urn:pulumi:dev::p::t::a'");
  expect(inShell("urn:pulumi:dev::p::t::a'; rm -rf ~ #")).toBe(`'urn:pulumi:dev::p::t::a'\\''; rm -rf ~ #'`);
});
