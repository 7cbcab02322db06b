import { describe, expect, it } from "@jest/globals";
import { annotate, hideOutputs } from "../../../engine/hosts/keep-secrets";
import { deletionGroups, dependentsOf } from "../../../engine/plan/dependencies";
import { seconds } from "../../../engine/plan/goal";
import { inputsAmidReplacement, judge } from "../../../engine/plan/judge";
import { ignoreChanges, parsePath } from "../../../engine/plan/property-path";
import { Redactor } from "../../../engine/run/redactor";
import { newEntry, type ResourceState } from "../../../engine/state/resource-state";
import { checkIntegrity, Snapshot } from "../../../engine/state/snapshot";
import { makeUrn, parseUrn } from "../../../engine/protocol/urn";
import { equal, type PropertyMap, Secret, unknown, type Value } from "../../../engine/protocol/values";

const entry = (name: string, more: Partial<ResourceState> = {}): ResourceState =>
  newEntry({ urn: name, type: "t", custom: true, id: name, ...more });
const names = (entries: readonly ResourceState[]) => entries.map(({ urn }) => urn);
const none = { replaceOnChanges: [], deleteBeforeReplace: undefined };
const said = (changes: "none" | "some" | "unknown", replaces: string[] = [], deleteBeforeReplace = false) => ({
  changes,
  replaces,
  deleteBeforeReplace,
});

describe("what is to happen to a resource", () => {
  const old = entry("a", { inputs: { kind: "k", size: 1 }, outputs: { kind: "k", size: 1 } });
  it.each([
    { name: "no change", diff: said("none"), kind: "same" },
    { name: "a change", diff: said("some"), kind: "update" },
    { name: "a change that replaces", diff: said("some", ["kind"]), kind: "replace" },
    { name: "no word, other inputs", diff: said("unknown"), inputs: { kind: "k", size: 2 }, kind: "update" },
    {
      name: "no word, same inputs but for a secret's wrapper",
      diff: said("unknown"),
      inputs: { kind: new Secret("k"), size: 1 },
      kind: "same",
    },
    { name: "no change, but init errors", diff: said("none"), old: { initErrors: ["not ready"] }, kind: "update" },
    {
      name: "no change, but pending replacement",
      diff: said("none"),
      old: { pendingReplacement: true },
      kind: "replace",
    },
    {
      name: "no word, and replaceOnChanges of what changed",
      diff: said("unknown"),
      inputs: { kind: "k", size: 2 },
      goal: { replaceOnChanges: ["size"] },
      kind: "replace",
    },
    {
      name: "a change, and replaceOnChanges, which then has no effect",
      diff: said("some"),
      inputs: { kind: "k", size: 2 },
      goal: { replaceOnChanges: ["*"] },
      kind: "update",
    },
  ])("$name → $kind", ({ diff, kind, ...given }) => {
    const inputs: PropertyMap = given.inputs ?? old.inputs;
    expect(judge({ ...old, ...given.old }, inputs, diff, { ...none, ...given.goal }).kind).toBe(kind);
  });

  it.each([
    { option: undefined, asked: true, first: true },
    { option: false, asked: true, first: false },
    { option: true, asked: false, first: true },
  ])("the option deleteBeforeReplace: $option against a diff that says $asked → $first", ({ option, asked, first }) => {
    const verdict = judge(old, old.inputs, said("some", ["kind"], asked), { ...none, deleteBeforeReplace: option });
    expect(verdict).toMatchObject({ kind: "replace", deleteBeforeReplace: first });
  });

  it("names the input that drifted when no input changed", () => {
    const drifted = { ...old, outputs: { kind: "k", size: 9 } };
    expect(judge(drifted, old.inputs, said("some"), none)).toEqual({ kind: "update", diffKeys: ["size"] });
  });
});

describe("dependencies", () => {
  const a = entry("a");
  const b = entry("b", { dependencies: ["a"] });
  const c = entry("c");
  const d = entry("d", { propertyDependencies: { dep: ["c"] } });
  const e = entry("e");
  const all = [a, b, c, d, e];

  it("decide the order of deletes: leaves first, what stands alone last with the roots", () => {
    expect(deletionGroups(all, all).map(names)).toEqual([
      ["b", "d"],
      ["a", "c", "e"],
    ]);
    expect(deletionGroups([b, a], all).map(names)).toEqual([["b"], ["a"]]);
  });

  it("include the children of a component that is depended on", () => {
    const group = entry("group", { custom: false, id: undefined });
    const child = entry("child", { parent: "group" });
    const waiting = entry("waiting", { dependencies: ["group"] });
    const order = [group, child, waiting];
    expect(deletionGroups(order, order).map(names)).toEqual([["waiting"], ["child"], ["group"]]);
  });

  it("are followed through others, but not to children nor past what is ignored", () => {
    const far = entry("far", { dependencies: ["b"] });
    const child = entry("child", { parent: "a" });
    expect(names(dependentsOf(a, [...all, far, child], {}))).toEqual(["b", "far"]);
    expect(names(dependentsOf(a, [...all, far, child], { children: true }))).toEqual(["b", "far", "child"]);
    expect(names(dependentsOf(a, [...all, far, child], { ignored: new Set(["b"]) }))).toEqual([]);
  });

  it("make inputs unknown that come from a replaced resource, and no others", () => {
    const given = entry("x", { inputs: { dep: "s", other: 1 }, propertyDependencies: { dep: ["a"] } });
    expect(inputsAmidReplacement(given, new Set(["a"]))).toEqual({ dep: unknown, other: 1 });
    expect(inputsAmidReplacement(given, new Set(["b"]))).toBeUndefined();
  });
});

describe("a snapshot", () => {
  it("must have what an entry refers to before it", () => {
    const wrong = [entry("b", { dependencies: ["a"] }), entry("a")];
    expect(() => checkIntegrity(wrong)).toThrow("b refers to a, which does not precede it");
  });

  it("must have a URN once, but for those that wait for their delete", () => {
    expect(() => checkIntegrity([entry("a"), entry("a")])).toThrow("a occurs twice");
    expect(() => checkIntegrity([entry("a"), entry("a", { delete: true })])).not.toThrow();
  });

  it("must have the provider that an entry names, by id", () => {
    const provider = entry("p", { id: "1" });
    expect(() => checkIntegrity([provider, entry("a", { provider: "p::1" })])).not.toThrow();
    expect(() => checkIntegrity([provider, entry("a", { provider: "p::2" })])).toThrow(/provider that does not exist/);
  });

  it("points old entries to the new URN of a renamed resource", () => {
    const [a, b] = [entry("a"), entry("b", { dependencies: ["a"], propertyDependencies: { x: ["a"] } })];
    const snapshot = new Snapshot([a, b]);
    snapshot.put(entry("z"), a);
    expect(snapshot.resources()).toMatchObject([
      { urn: "z" },
      { urn: "b", dependencies: ["z"], propertyDependencies: { x: ["z"] } },
    ]);
  });

  it("shows that an old entry waits for its delete, though a renamed resource has already changed it", () => {
    const [a, b] = [entry("a"), entry("b", { dependencies: ["a"] })];
    const snapshot = new Snapshot([a, b]);
    snapshot.put(entry("z"), a);
    snapshot.resources();
    b.delete = true;
    snapshot.put(entry("b", { id: "b2" }));
    expect(snapshot.resources()).toMatchObject([
      { urn: "z" },
      { urn: "b", id: "b2" },
      { urn: "b", id: "b", delete: true, dependencies: ["z"] },
    ]);
    expect(() => checkIntegrity(snapshot.resources())).not.toThrow();
  });
});

describe("ignored changes", () => {
  it.each([
    { path: "size", news: { size: 2 }, olds: { size: 1 }, result: { size: 1 } },
    { path: "size", news: {}, olds: { size: 1 }, result: { size: 1 } },
    { path: "size", news: { size: 2 }, olds: {}, result: {} },
    { path: "neither", news: { a: 1 }, olds: { b: 1 }, result: { a: 1 } },
    { path: "o.x", news: { o: { x: 2, y: 2 } }, olds: { o: { x: 1, y: 1 } }, result: { o: { x: 1, y: 2 } } },
    { path: "l[0]", news: { l: [3, 4] }, olds: { l: [1, 2] }, result: { l: [1, 4] } },
    {
      path: "l[*].x",
      news: { l: [{ x: 3 }, { x: 4 }] },
      olds: { l: [{ x: 1 }, { x: 2 }] },
      result: { l: [{ x: 1 }, { x: 2 }] },
    },
    { path: 'o["a.b"]', news: { o: { "a.b": 2 } }, olds: { o: { "a.b": 1 } }, result: { o: { "a.b": 1 } } },
    { path: "o.x", news: { o: { x: 2, y: 2 } }, olds: {}, result: { o: { y: 2 } } },
    { path: "o.x", news: { o: { x: 2, y: 2 } }, olds: { o: "text" }, result: { o: { y: 2 } } },
    { path: "o.p.x", news: { o: { p: { x: 2, y: 2 } } }, olds: { o: {} }, result: { o: { p: { y: 2 } } } },
    { path: "o.p.x", news: { o: { p: { x: 2 } } }, olds: {}, result: { o: { p: { x: 2 } } } },
    { path: "o[*].x", news: { o: { a: { x: 2 } } }, olds: { o: {} }, result: { o: { a: { x: 2 } } } },
    { path: "l[0].x", news: { l: [{ x: 2 }] }, olds: { l: [] }, result: { l: [{ x: 2 }] } },
    {
      path: "o.x",
      news: { o: { x: 2, y: 2 } },
      olds: { o: new Secret({ x: 1 }) },
      result: { o: { x: new Secret(1), y: 2 } },
    },
    {
      path: "o.l[0]",
      news: { o: { l: [2, 3] } },
      olds: { o: new Secret({ l: [1] }) },
      result: { o: { l: [new Secret(1), 3] } },
    },
  ])("$path: $news over $olds → $result", ({ path, news, olds, result }) => {
    expect(ignoreChanges(news as PropertyMap, olds as PropertyMap, [path])).toEqual(result);
  });

  it("leave the inputs alone when the path is malformed", () => {
    expect(parsePath("a[")).toBeUndefined();
    expect(ignoreChanges({ a: 2 }, { a: 1 }, ["a["])).toEqual({ a: 2 });
  });
});

describe("secrecy", () => {
  it("comes back member by member, and over arrays as a whole", () => {
    const asked = { top: new Secret("t"), obj: { plain: "p", sec: new Secret("s") }, arr: ["x", new Secret("y")] };
    const answer = { top: "t", obj: { plain: "p", sec: "s" }, arr: ["x", "y"], server: "v" };
    expect(annotate(answer, asked)).toEqual({
      top: new Secret("t"),
      obj: { plain: "p", sec: new Secret("s") },
      arr: new Secret(["x", "y"]),
      server: "v",
    });
  });

  it("is given to outputs that are named, or whose input is secret", () => {
    const hidden = hideOutputs({ a: 1, b: 2, c: 3 }, { a: new Secret(0) }, ["b", "absent"]);
    expect(hidden).toEqual({ a: new Secret(1), b: new Secret(2), c: 3 });
  });

  it("does not count in a comparison", () => {
    const value: Value = { a: [new Secret({ b: 1 })] };
    expect(equal(value, { a: [{ b: 1 }] })).toBe(true);
    expect(equal(value, new Secret({ a: [{ b: 2 }] }))).toBe(false);
  });

  it("is kept in texts, longest first, and words of one or two bytes are let be", () => {
    const redactor = new Redactor();
    redactor.learn({ a: new Secret(["hunter2", "hunter22", "ab", true]) });
    expect(redactor.redact("hunter22, hunter2, ab, true")).toBe("[secret], [secret], ab, true");
  });
});

describe("names", () => {
  it("URNs carry the types of all parents but the stack", () => {
    const stack = makeUrn("dev", "p", undefined, "pulumi:pulumi:Stack", "p-dev");
    const group = makeUrn("dev", "p", stack, "my:mod:Group", "g");
    expect(makeUrn("dev", "p", group, "my:mod:Thing", "a::b")).toBe(
      "urn:pulumi:dev::p::my:mod:Group$my:mod:Thing::a::b",
    );
    expect(parseUrn("urn:pulumi:dev::p::X$Y::a::b")).toMatchObject({ type: "Y", qualifiedType: "X$Y", name: "a::b" });
  });

  it.each([
    ["5m", 300],
    ["30s", 30],
    ["1h30m", 5400],
    ["1.5h", 5400],
    ["250ms", 0.25],
  ])("the timeout %s is %d seconds", (text, value) => {
    expect(seconds(text)).toBe(value);
  });

  it("a timeout without a unit is refused", () => {
    expect(() => seconds("5 minutes")).toThrow(/write it like "5m"/);
  });
});
