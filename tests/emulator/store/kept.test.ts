import { describe, expect, it } from "@jest/globals";
import * as z from "zod";
import { keptMembers } from "../../../emulator/store/kept";

const create = {
  name: z.string(),
  size: z.number().optional(),
  note: z.string().optional(),
  args: z.string().optional(),
};
const update = { name: z.string().optional(), locked: z.boolean().optional(), args: z.string().optional() };
const answer = {
  id: z.string(),
  name: z.string(),
  size: z.number(),
  locked: z.boolean(),
  note: z.string().optional(),
  args: z.string(),
};
const own = ["args"] as const;
const members = keptMembers({ create, update, answer, own, absent: { size: 1, locked: false } });

describe("members that are kept as they are sent", () => {
  it("are those of a request and the answer, but for those with a rule of their own", () => {
    const body = { name: "a", args: "b", other: 1 };
    expect(members.created(body)).toEqual({ name: "a", size: 1, locked: false });
    expect(members.created({ ...body, size: 2, note: "c" })).toEqual({ name: "a", size: 2, locked: false, note: "c" });
  });

  it("A-80: stay as they are where an update does not name them", () => {
    expect(members.changed({ locked: true, args: "b", name: undefined })).toEqual({ locked: true });
  });

  it("are shown as they are kept", () => {
    const stored = { ...members.created({ name: "a", note: "c" }), id: "1", seq: 2 };
    expect(members.shown(stored)).toEqual({ name: "a", size: 1, locked: false, note: "c" });
  });

  it("may be missing from a dump where they have a default", () => {
    const dump = z.looseObject(members.inDumps);
    expect(dump.safeParse({ name: "a" }).success).toBe(true);
    expect(dump.safeParse({ size: 1 }).success).toBe(false);
    expect(dump.safeParse({ name: "a", size: "1" }).success).toBe(false);
    expect(members.loaded({ id: "1", name: "a", size: 3 })).toEqual({ id: "1", name: "a", size: 3, locked: false });
  });

  it("need a default, by their type, where every answer has them and a create may leave them out", () => {
    // @ts-expect-error `locked` has none.
    expect(keptMembers({ create, update, answer, own, absent: { size: 1 } }).created({ name: "a" })).toEqual({
      name: "a",
      size: 1,
    });
  });

  it("say so, by their type, where an update takes one from which a create makes more than the record", () => {
    const noun = { create, update, answer, own, absent: { size: 1, locked: false } };
    // @ts-expect-error An update takes `name`.
    expect(keptMembers({ ...noun, fixed: ["size", "name"] }).changed({ name: "b" })).toEqual({ name: "b" });
  });
});
