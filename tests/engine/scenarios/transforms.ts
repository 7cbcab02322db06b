import type { ProgramSpec, Scenario, TransformSpec } from "../support/scenario";

const up = (program: ProgramSpec) => ({ run: "up", program }) as const;
const preview = (program: ProgramSpec) => ({ run: "preview", program }) as const;
/** Two things, the second made of the first, with a transform of its own. */
const pair = (transform: TransformSpec, more: Partial<ProgramSpec> = {}): ProgramSpec => ({
  resources: [
    { name: "a", args: { name: "a" } },
    {
      name: "b",
      args: { name: "b", other: { $ref: "a.server" }, plain: 1, hidden: { $secret: "of the program" } },
      options: { transforms: [transform] },
    },
  ],
  ...more,
});
const all = (transform: TransformSpec, names = ["a", "b"]): ProgramSpec => ({
  transforms: [transform],
  resources: names.map((name) => ({ name, args: { name, kind: "k", size: 1 } })),
});
const family = (child: string): ProgramSpec => ({
  transforms: [{ order: "stack" }],
  resources: [
    {
      name: "g",
      component: true,
      args: { name: "g" },
      options: { transforms: [{ order: "group" }] },
      children: [
        {
          name: "inner",
          component: true,
          options: { transforms: [{ order: "inner group", args: { fromInner: true } }] },
          children: [{ name: child, args: { name: child }, options: { transforms: [{ order: "own" }] } }],
        },
      ],
    },
    { name: "outside", args: { name: "outside" } },
  ],
});

export const transforms: Scenario[] = [
  {
    name: "transform-of-a-resource",
    about: "sets arguments and secrets; the program may change what it did not touch",
    steps: [
      preview(pair({ args: { extra: 1, word: { $secret: "of the transform" } } })),
      up(pair({ args: { extra: 1, word: { $secret: "of the transform" } } })),
      up(pair({ args: { extra: 1, word: { $secret: "of the transform" } } })),
      up(pair({ args: { extra: 2, plain: 5 } })),
      { run: "refresh" },
      { run: "destroy" },
    ],
  },
  {
    name: "transform-that-passes",
    about: "leaves arguments, secrets and dependencies as they are",
    steps: [
      preview(pair({ only: ["nothing"] })),
      up(pair({ only: ["nothing"] })),
      up({ resources: [{ name: "a", args: { name: "a", kind: "other" } }] }),
    ],
  },
  {
    name: "transforms-of-a-family",
    about: "its own come first, then those of its parents, from the inside out, then the stack's",
    steps: [preview(family("t")), up(family("t")), up(family("t"))],
    ordered: false,
  },
  {
    name: "transform-of-options",
    about: "options of the stack's transform count as if the program had set them",
    steps: [
      up(all({ options: { protect: true, retainOnDelete: true } })),
      { run: "destroy" },
      up(all({ args: { size: 2 }, options: { ignoreChanges: ["size"] } })),
      up(all({ args: { size: 2 }, options: { replaceOnChanges: ["size"], deleteBeforeReplace: true } })),
      up(all({ options: { additionalSecretOutputs: ["server"], customTimeouts: { create: "5m", update: "30s" } } })),
      up(all({ only: ["c"], options: { aliases: [{ name: "b" }] } }, ["a", "c"])),
    ],
    ordered: false,
  },
  {
    name: "transform-of-dependencies",
    about: "those that a resource's own transform leaves count; the stack's cannot add any",
    steps: [
      up(pair({ options: { dependsOn: [] } })),
      up({
        resources: [
          { name: "a", args: { name: "a" } },
          { name: "b", args: { name: "b" }, options: { transforms: [{ options: { dependsOn: ["a"] } }] } },
          { name: "c", args: { name: "c" }, options: { transforms: [{ options: { deletedWith: "a" } }] } },
        ],
      }),
      { run: "destroy" },
    ],
    ordered: false,
  },
  {
    name: "transform-fails",
    about: "nothing of that resource is done",
    steps: [up(pair({ throw: "not with me" })), up(all({ throw: "nor with me" }))],
    ordered: false,
  },
];
