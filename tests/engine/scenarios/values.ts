import type { ProgramSpec, Scenario } from "../support/scenario";

const secrets: ProgramSpec = {
  resources: [
    {
      name: "a",
      args: {
        name: "a",
        top: { $secret: "top-secret" },
        object: { plain: "p", hidden: { $secret: "nested-secret" } },
        list: ["x", { $secret: "listed-secret" }],
        whole: { $secret: { deep: { inner: "whole-secret" } } },
        token: { $secretConfig: "token" },
        number: { $secret: 7 },
      },
      options: { additionalSecretOutputs: ["secretName", "absent"] },
    },
    { name: "b", args: { name: "b", dep: { $ref: "a.top" }, text: { $concat: ["pre-", { $ref: "a.top" }] } } },
  ],
  outputs: {
    top: { $ref: "a.top" },
    derived: { $ref: "a.server" },
    token: { $secretConfig: "token" },
    all: { $ref: "a.whole" },
  },
};
const one = (args: object = {}, more: object = {}): ProgramSpec => ({
  resources: [{ name: "a", args: { name: "a", ...args }, ...more }],
});
const settings: ProgramSpec = {
  resources: [
    {
      name: "a",
      args: Object.fromEntries(
        ["five", "half", "yes", "big", "structured", "plainList"]
          .map((key) => [key, { $config: key }])
          .concat([["name", "a"]]),
      ),
    },
  ],
};
const settingsText = (salt: string) => `${salt}config:
  proj:five: 5
  proj:half: 1.50
  proj:yes: true
  proj:big: 12345678901234567890
  other:key: "1"
  proj:structured:
    list: [1, 2]
    nested: {flag: true, text: hi}
  proj:plainList: [a, b]
`;

export const values: Scenario[] = [
  {
    name: "secrets",
    about: "which values are secret in the state, at every depth",
    steps: [
      { run: "up", program: secrets, config: { token: { secret: "config-secret" } } },
      { run: "up", expectNoChanges: true },
      { run: "refresh", expectNoChanges: true },
      { run: "preview", expectNoChanges: true },
    ],
  },
  {
    name: "newly-secret",
    about:
      "what the program newly calls secret as a whole is secret in the outputs, although nothing changes; what is inside of it is not",
    steps: [
      { run: "up", program: one({ text: "soon secret", object: { inner: "soon secret" } }) },
      { run: "up", program: one({ text: { $secret: "soon secret" }, object: { inner: { $secret: "soon secret" } } }) },
      { run: "refresh" },
    ],
  },
  {
    name: "config-changes",
    about: "the default provider follows the config, resources do not, and nothing is counted",
    steps: [
      { run: "up", program: one(), config: { token: { secret: "first" }, region: "eu" } },
      { run: "up", config: { token: { secret: "second" }, region: "us", "other:key": "1" } },
      { run: "up", config: { token: null } },
    ],
  },
  {
    name: "rotated-token",
    about: "refresh and destroy use the config that the last up stored",
    steps: [
      { run: "up", program: one(), config: { token: { secret: "first" } } },
      { run: "refresh", config: { token: { secret: "second" } } },
      { run: "destroy" },
    ],
  },
  {
    name: "config-scalars",
    about: "all values are strings, as the CLI writes them",
    steps: [{ run: "up", program: settings, configText: settingsText("") }],
  },
  {
    name: "value-kinds",
    about: "null, numbers, empty and nested values go through as they are",
    steps: [
      {
        run: "up",
        program: one({
          nothing: null,
          zero: 0,
          minus: -1.5,
          large: 12345678901234567890,
          empty: {},
          none: [],
          deep: [[{ a: [null] }]],
          text: "<&>\u2028é",
        }),
      },
      { run: "up", expectNoChanges: true },
      { run: "refresh" },
    ],
  },
  {
    name: "new-provider-text-with-diff",
    about: "a change of code that diff calls no change: new text in the inputs, old text in the outputs",
    steps: [{ run: "up", program: one() }, { run: "up", program: one({}, { code: "v2" }) }, { run: "refresh" }],
  },
  {
    name: "new-provider-text-without-diff",
    about: "every resource is updated",
    steps: [
      { run: "up", program: one({}, { provider: "noDiff" }) },
      { run: "up", program: one({}, { provider: "noDiff", code: "v2" }) },
    ],
  },
  {
    name: "providers-that-lack-methods",
    about: "no check, no read, no update",
    ordered: false,
    steps: [
      {
        run: "up",
        program: {
          resources: [
            { name: "a", provider: "noCheck", args: { name: "a", size: 1 } },
            { name: "b", provider: "noRead", args: { name: "b", size: 1 } },
            { name: "c", provider: "noUpdate", args: { name: "c", size: 1 } },
          ],
        },
      },
      { run: "refresh" },
      {
        run: "up",
        program: {
          resources: [
            { name: "a", provider: "noCheck", args: { name: "a", size: 2 } },
            { name: "b", provider: "noRead", args: { name: "b", size: 2 } },
            { name: "c", provider: "noUpdate", args: { name: "c", size: 2 } },
          ],
        },
      },
      { run: "preview" },
    ],
  },
];
