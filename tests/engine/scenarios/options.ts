import type { ProgramSpec, ResourceSpec, Scenario } from "../support/scenario";

const one = (args: object = {}, options: object = {}): ProgramSpec => ({
  resources: [{ name: "a", args: { name: "a", ...args }, options: { ...options } }],
});
const two = (a: object = {}, b: object = {}, optionsOfB: object = {}): ProgramSpec => ({
  resources: [
    { name: "a", args: { name: "a", kind: "k", ...a } },
    { name: "b", args: { name: "b", ...b }, options: { ...optionsOfB } },
  ],
});
const up = (program: ProgramSpec) => ({ run: "up", program }) as const;
const group = (name: string, more: Partial<ResourceSpec> = {}): ProgramSpec => ({
  resources: [
    {
      name,
      component: true,
      args: { plain: 1, hidden: { $secret: "component-secret" } },
      children: [{ name: "t", args: { name: "t", size: 1 } }],
      outputs: { server: { $ref: "t.server" }, child: { $ref: "t" }, hidden: { $secret: "output-secret" } },
      ...more,
    },
    { name: "after", args: { name: "after" }, options: { dependsOn: [name] } },
  ],
  outputs: { child: { $ref: "t" }, group: { $ref: name } },
});

type Member = "outer" | "inner" | "named" | "other";

/** A component with a thing in it that is called after it, and a component with another. */
const family = (names: Record<Member, string>, aliases: Partial<Record<Member, object[]>> = {}): ProgramSpec => {
  const of = (member: Member) => ({
    name: names[member],
    ...(aliases[member] && { options: { aliases: aliases[member] } }),
  });
  const thing = (member: Member) => ({ ...of(member), args: { name: member } });
  const inner = { ...of("inner"), component: true as const, children: [thing("other")] };
  return { resources: [{ ...of("outer"), component: true, children: [thing("named"), inner] }] };
};

export const options: Scenario[] = [
  {
    name: "secret-output-added",
    about: "an output that is newly called secret is encrypted although nothing else changes, and stays so",
    steps: [
      up(one()),
      up(one({}, { additionalSecretOutputs: ["server"] })),
      up(one({}, { additionalSecretOutputs: ["server"] })),
      up(one()),
    ],
  },
  {
    name: "ignore-changes-inside",
    about: "what was inside of a secret stays one, and what no map of the state has is dropped",
    steps: [
      up(one({ object: { $secret: { x: 1, y: 1 } } })),
      up(one({ object: { x: 2, y: 2 }, new: { x: 2, y: 2 } }, { ignoreChanges: ["object.x", "new.x"] })),
    ],
  },
  {
    name: "ignore-changes",
    about: "check sees the old input, at every kind of path",
    steps: [
      up(one({ size: 1, object: { x: 1, y: 1 }, list: [1, 2] })),
      up(one({ size: 2, object: { x: 2, y: 2 }, list: [3, 2] }, { ignoreChanges: ["size", "object.x", "list[0]"] })),
      up(one({ object: { y: 2 }, list: [3, 2], extra: 1 }, { ignoreChanges: ["size", "extra", "neither"] })),
      up(one({ size: 3 })),
    ],
  },
  {
    name: "protect",
    about: "what is protected is neither deleted nor replaced; both flags together may go in one run",
    steps: [
      up(two({}, { kind: "k", other: { $ref: "a.server" } }, { protect: true })),
      { ...up(two()), program: { resources: [{ name: "a", args: { name: "a", kind: "k" } }] } },
      { run: "preview", program: two({}, { kind: "other", other: { $ref: "a.server" } }, { protect: true }) },
      { run: "up" },
      { run: "destroy" },
      up(two({}, { kind: "other", other: { $ref: "a.server" } })),
      { run: "destroy" },
    ],
  },
  {
    name: "protected-dependent",
    about: "a protected dependent forbids a deletion ahead of a replacement",
    steps: [
      up(two({ first: true }, { dep: { $ref: "a.server" } }, { protect: true })),
      up(two({ first: true, kind: "other" }, { dep: { $ref: "a.server" } }, { protect: true })),
    ],
  },
  {
    name: "retain-on-delete",
    about: "the entry goes, the object stays; also when it is replaced",
    steps: [
      up(one({ kind: "k" }, { retainOnDelete: true })),
      up(one({ kind: "other" }, { retainOnDelete: true })),
      up({ resources: [] }),
    ],
  },
  {
    name: "deleted-with",
    about: "what goes with another object needs no delete of its own",
    steps: [up(two({}, {}, { deletedWith: "a" })), { run: "destroy" }],
  },
  {
    name: "deleted-with-delete-first",
    about: "it is replaced along with what it lives in",
    steps: [
      up(two({ first: true }, {}, { deletedWith: "a" })),
      up(two({ first: true, kind: "other" }, {}, { deletedWith: "a" })),
    ],
  },
  {
    name: "deleted-with-create-first",
    about: "it is replaced along with what it lives in, also where the new one is made first",
    steps: [
      up(two({}, {}, { deletedWith: "a" })),
      up(two({ kind: "other" }, {}, { deletedWith: "a" })),
      { run: "up", expectNoChanges: true },
    ],
  },
  {
    name: "refresh-with-a-program-that-has-less",
    about: "what the program does not name any more stays; options are those of the program",
    steps: [
      up(two({}, {}, { deletedWith: "a" })),
      {
        run: "refresh",
        runProgram: true,
        program: {
          resources: [
            { name: "b", args: { name: "b" }, options: { protect: true, additionalSecretOutputs: ["server"] } },
          ],
        },
        cloud: { "a-1": { size: 9 } },
      },
    ],
  },
  {
    name: "custom-timeouts",
    about: "kept as seconds",
    steps: [
      up(one({}, { customTimeouts: { create: "5m", update: "1h30m", delete: "30s" } })),
      up(one({ size: 2 }, { customTimeouts: { create: "90s" } })),
    ],
  },
  {
    name: "component",
    about: "URNs, inputs, outputs with references and secrets; dependsOn reaches its children",
    steps: [up(group("g")), { run: "up", expectNoChanges: true }, { run: "preview" }, { run: "destroy" }],
  },
  {
    name: "component-changes",
    about: "changed arguments update it, a change of its child updates the child",
    steps: [
      up(group("g")),
      up(group("g", { args: { plain: 2 } })),
      up(group("g", { args: { plain: 2 }, children: [{ name: "t", args: { name: "t", size: 2 } }] })),
      up({ resources: [] }),
    ],
  },
  {
    name: "alias-of-a-resource",
    about: "a renamed resource keeps its object; those that depend on it follow",
    steps: [
      up({
        resources: [
          { name: "a", args: { name: "a" } },
          { name: "b", args: { name: "b", other: { $ref: "a.server" } } },
        ],
      }),
      up({
        resources: [
          { name: "renamed", args: { name: "a" }, options: { aliases: [{ name: "a" }] } },
          { name: "b", args: { name: "b", other: { $ref: "renamed.server" } } },
        ],
      }),
      up({
        resources: [
          { name: "renamed", args: { name: "a" } },
          { name: "b", args: { name: "b", other: { $ref: "renamed.server" } } },
        ],
      }),
    ],
  },
  {
    name: "alias-of-a-component",
    about: "a renamed component takes its children along",
    steps: [
      up(group("g")),
      up(group("h", { options: { aliases: [{ name: "g" }] } })),
      { run: "up", expectNoChanges: true },
    ],
  },
  {
    name: "aliases-of-a-family",
    about: "aliases of parents and children count together, also of a child that is called after its parent",
    steps: [
      up(family({ outer: "g", inner: "in", named: "g-t", other: "u" })),
      up(
        family(
          { outer: "h", inner: "in", named: "h-t", other: "v" },
          { outer: [{ name: "g" }], other: [{ name: "u" }] },
        ),
      ),
      up(
        family(
          { outer: "h", inner: "within", named: "h-t", other: "v" },
          { inner: [{ name: "in" }], other: [{ noParent: true }] },
        ),
      ),
      up(
        family(
          { outer: "k", inner: "innermost", named: "k-t", other: "v" },
          { outer: [{ name: "h", type: "test:index:Group" }, { name: "x" }], inner: [{ name: "within", parent: "k" }] },
        ),
      ),
    ],
    ordered: false,
  },
  {
    name: "alias-and-replacement",
    about: "renamed and replaced at once",
    steps: [
      up(one({ kind: "k" })),
      up({ resources: [{ name: "z", args: { name: "a", kind: "other" }, options: { aliases: [{ name: "a" }] } }] }),
    ],
  },
  {
    name: "moved-into-a-component",
    about: "an alias with another parent",
    steps: [
      up({ resources: [{ name: "t", args: { name: "t" } }] }),
      up({
        resources: [
          {
            name: "g",
            component: true,
            children: [{ name: "t", args: { name: "t" }, options: { aliases: [{ noParent: true }] } }],
          },
        ],
      }),
    ],
  },
  {
    name: "parent-passes-protection-on",
    about: "children of a protected resource are protected",
    ordered: false,
    steps: [
      up({
        resources: [
          {
            name: "g",
            component: true,
            options: { protect: true },
            children: [
              { name: "t", args: { name: "t" } },
              { name: "u", args: { name: "u" }, options: { protect: false } },
            ],
          },
        ],
      }),
    ],
  },
];
