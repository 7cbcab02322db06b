import type { ProgramSpec, ResourceSpec, Scenario } from "../support/scenario";

const thing = (name: string, args: Record<string, unknown> = {}, rest: Partial<ResourceSpec> = {}): ResourceSpec => ({
  name,
  plugin: true,
  args: { name, ...args },
  ...rest,
});
const provider = (args: Record<string, unknown>): ResourceSpec => ({ name: "mine", isProvider: true, args });
const program = (...resources: ResourceSpec[]): ProgramSpec => ({ resources });
const withMine = { options: { provider: "mine" } };
const urn = (name: string): string => `urn:pulumi:dev::proj::test:index:Thing::${name}`;
const mine = "urn:pulumi:dev::proj::pulumi:providers:test::mine";
/** A provider that depends on an object, and an object of that provider. */
const needy: ResourceSpec = { ...provider({ region: "one" }), options: { dependsOn: ["a"] } };
const needsA = program(thing("a"), needy, thing("b", {}, withMine));
const larger = program(thing("a", { size: 2 }), needy, thing("b", { size: 2 }, withMine), thing("c"));

export const plugins: Scenario[] = [
  {
    name: "plugin-default-provider",
    about: "a package's default provider with its version and the settings of its namespace",
    ordered: false,
    steps: [
      {
        run: "preview",
        program: program(thing("a", { size: 1 })),
        config: { "test:region": "one", "test:token": { secret: "t0ken" }, other: "x" },
      },
      { run: "up" },
      { run: "up", expectNoChanges: true },
      {
        run: "up",
        program: program(thing("a", { size: 2, hidden: { $secret: "s3cret" } })),
        config: { "test:speed": "2" },
      },
      { run: "refresh" },
      { run: "destroy" },
    ],
  },
  {
    name: "plugin-default-provider-disabled",
    about: "settings may want every resource of a package to name its provider",
    ordered: false,
    steps: [
      {
        run: "up",
        program: program(provider({ region: "one" }), thing("a", {}, withMine)),
        config: { "pulumi:disable-default-providers": '["other", "test"]' },
      },
      { run: "preview", program: program(thing("b")) },
      { run: "up" },
      { run: "up", config: { "pulumi:disable-default-providers": '["*"]' } },
      { run: "up", config: { "pulumi:disable-default-providers": '["other"]' } },
    ],
  },
  {
    name: "plugin-explicit-provider",
    about: "an explicit provider is a resource: made, updated, replaced with all that it made, and removed",
    ordered: false,
    steps: [
      {
        run: "up",
        program: program(
          provider({ region: "one", token: { $secret: "t0ken" } }),
          thing("a", {}, withMine),
          thing("b"),
        ),
      },
      { run: "preview", program: program(provider({ region: "one", speed: 2 }), thing("a", {}, withMine), thing("b")) },
      { run: "up" },
      { run: "up", program: program(provider({ region: "two" }), thing("a", {}, withMine), thing("b")) },
      { run: "refresh" },
      { run: "up", program: program(thing("b")) },
      { run: "destroy" },
    ],
  },
  {
    name: "plugin-changes",
    about: "a detailed diff tells what is added, updated, deleted and replaced",
    ordered: false,
    steps: [
      {
        run: "up",
        program: program(thing("a", { kind: "x", size: 1, old: 1 }), thing("b", { dep: { $ref: "a.server" } })),
      },
      {
        run: "preview",
        program: program(thing("a", { kind: "x", size: 2, fresh: 1 }), thing("b", { dep: { $ref: "a.server" } })),
      },
      { run: "up" },
      {
        run: "up",
        program: program(thing("a", { kind: "y", size: 2, fresh: 1 }), thing("b", { dep: { $ref: "a.server" } })),
      },
      {
        run: "up",
        program: program(thing("a", { kind: "y", size: 3, fresh: 1 }, { options: { replaceOnChanges: ["size"] } })),
      },
      { run: "refresh", cloud: { "a-3": { size: 9 } } },
      { run: "up" },
    ],
  },
  {
    name: "plugin-import",
    about: "an object that exists is taken under management, as it is or changed at once",
    ordered: false,
    steps: [
      {
        run: "preview",
        program: program(thing("a", { size: 1 }, { options: { import: "there" } })),
        cloud: { there: { name: "a", size: 1, server: "s", secretName: "n" } },
      },
      { run: "up" },
      {
        run: "up",
        program: program(
          thing("a", { size: 2 }, { options: { import: "there" } }),
          thing("b", { size: 5 }, { options: { import: "other" } }),
        ),
        cloud: { other: { name: "b", size: 4, server: "o", secretName: "n" } },
      },
      { run: "up", program: program(thing("a", { size: 2 }), thing("b", { size: 5 })) },
      {
        run: "up",
        program: program(thing("a", { size: 2 }), thing("c", {}, { options: { import: "nothing", dependsOn: ["a"] } })),
      },
      { run: "destroy" },
    ],
  },
  {
    name: "plugin-functions",
    about: "functions of a package, through its default provider and through an explicit one",
    ordered: false,
    steps: [
      {
        run: "up",
        program: {
          ...program(
            provider({ region: "one" }),
            thing("a", { greeting: { $invoke: "test:index:greet", args: { name: "you" } } }),
          ),
          outputs: { said: { $invoke: "test:index:greet", provider: "mine", args: { name: "me" } } },
        },
      },
      {
        run: "up",
        program: { resources: [thing("a", { greeting: { $invoke: "test:index:greet", args: { name: "nobody" } } })] },
      },
    ],
  },
  {
    name: "plugin-targets",
    about: "providers are always part of a run, whatever it is about",
    ordered: false,
    steps: [
      { run: "up", program: program(provider({ region: "one" }), thing("a", {}, withMine), thing("b", {}, withMine)) },
      {
        run: "up",
        program: program(
          provider({ region: "one", speed: 3 }),
          thing("a", { size: 2 }, withMine),
          thing("b", { size: 2 }, withMine),
        ),
        target: [urn("a")],
      },
      { run: "destroy", target: [urn("b")] },
      { run: "destroy", runProgram: true },
    ],
  },
  {
    name: "plugin-dependents",
    about:
      "what a provider has made is a dependent of a target on which the provider depends, and is not left out with what is excluded",
    ordered: false,
    steps: [
      { run: "up", program: needsA, target: [urn("a")], targetDependents: true },
      { run: "destroy" },
      { run: "up" },
      { run: "up", program: larger, exclude: [urn("a")], excludeDependents: true },
      { run: "up", program: larger, target: [urn("a")], targetDependents: true },
      { run: "destroy" },
    ],
  },
  {
    name: "plugin-and-what-is-missing",
    about: "a refresh or destroy that runs a program leaves a provider out that depends on what does not exist",
    ordered: false,
    steps: [
      { run: "up", program: {} },
      { run: "destroy", runProgram: true, program: needsA },
      { run: "up", program: {} },
      { run: "refresh", runProgram: true, program: needsA },
      { run: "up" },
      { run: "refresh", cloud: { "a-1": null } },
      { run: "destroy", runProgram: true },
      { run: "up", program: program(thing("a"), needy, thing("c", {}, { options: { dependsOn: ["a"] } })) },
      // With a resource of this provider the CLI would fail here: it leaves the provider out, and reads the resource.
      { run: "refresh", runProgram: true, cloud: { "a-2": null } },
      { run: "refresh", runProgram: true },
      { run: "destroy", runProgram: true },
    ],
  },
  {
    name: "plugin-excluded-and-new",
    about: "a destroy that runs a program deletes what it has made itself, also where that is excluded",
    ordered: false,
    steps: [
      { run: "up", program: program(provider({ region: "one" })) },
      { run: "destroy", target: [mine] },
      { run: "destroy", exclude: ["**::mine"], runProgram: true },
    ],
  },
  {
    name: "plugin-failures",
    about: "settings that are refused, and objects that fail halfway",
    ordered: false,
    steps: [
      { run: "up", program: program(thing("a")), config: { "test:wrong": "x" } },
      { run: "up", config: { "test:wrong": null }, faults: { "create a": { message: "never ready", init: true } } },
      { run: "up" },
      { run: "up", program: program(thing("a", { size: 2 })), faults: { "update a": { message: "not now" } } },
      { run: "destroy" },
    ],
  },
];
