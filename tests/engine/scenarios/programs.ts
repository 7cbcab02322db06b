import type { ProgramSpec, Scenario } from "../support/scenario";

const pair = (size = 1, ...more: string[]): ProgramSpec => ({
  resources: [
    { name: "a", args: { name: "a", size } },
    { name: "b", args: { name: "b", size, other: { $ref: "a.server" } } },
    ...more.map((name) => ({ name, args: { name, size } })),
  ],
  outputs: { server: { $ref: "a.server" } },
});

export const programs: Scenario[] = [
  {
    name: "destroy-with-the-program",
    about: "the program runs for its settings; nothing is made or changed, all is deleted",
    ordered: false,
    steps: [
      { run: "up", program: pair(1, "gone"), config: { token: { secret: "first" } } },
      { run: "destroy", runProgram: true, previewOnly: true, program: pair(2, "new") },
      { run: "destroy", runProgram: true, config: { token: { secret: "second" } } },
      { run: "destroy", runProgram: true },
    ],
  },
  {
    name: "destroy-with-the-program-fails",
    about: "a failing delete leaves what it depends on; a program that throws leaves everything",
    ordered: false,
    steps: [
      { run: "up", program: pair(1, "p") },
      { run: "destroy", runProgram: true, program: { throw: "boom" } },
      { run: "destroy", runProgram: true, program: pair(1, "p"), faults: { "delete b": { message: "still in use" } } },
      { run: "destroy", runProgram: true },
    ],
  },
  {
    name: "refresh-with-the-program",
    about: "the program runs for its settings; each resource is read as it is registered",
    ordered: false,
    steps: [
      { run: "up", program: pair(1, "gone"), config: { token: { secret: "first" } } },
      { run: "refresh", runProgram: true, previewOnly: true, program: pair(2, "new"), cloud: { "a-1": { size: 9 } } },
      { run: "refresh", runProgram: true, config: { token: { secret: "second" } } },
      { run: "refresh", runProgram: true, cloud: { "b-1": null } },
      { run: "up" },
    ],
  },
  {
    name: "refresh-with-the-program-renamed",
    about: "a refresh that runs the program gives a resource the name that it has there by now",
    ordered: false,
    steps: [
      {
        run: "up",
        program: {
          resources: [
            { name: "a", args: { name: "a" } },
            { name: "b", args: { name: "b", other: { $ref: "a.server" } } },
          ],
        },
      },
      {
        run: "refresh",
        runProgram: true,
        program: {
          resources: [
            { name: "z", args: { name: "a" }, options: { aliases: [{ name: "a" }] } },
            { name: "b", args: { name: "b", other: { $ref: "z.server" } } },
          ],
        },
        cloud: { "a-1": { size: 9 } },
      },
      { run: "up" },
    ],
  },
  {
    name: "refresh-with-the-program-of-what-lacks-something",
    about: "what depends on an object that is gone is read like everything else, and only what is gone is left out",
    ordered: false,
    steps: [
      {
        run: "up",
        program: {
          resources: [
            { name: "a", args: { name: "a" } },
            { name: "b", args: { name: "b" }, options: { dependsOn: ["a"] } },
            { name: "c", args: { name: "c", other: { $ref: "b.server" } } },
          ],
        },
      },
      {
        run: "refresh",
        runProgram: true,
        previewOnly: true,
        cloud: { "a-1": null, "b-1": { size: 9 } },
      },
      { run: "refresh", runProgram: true },
      { run: "up" },
    ],
  },
  {
    name: "refresh-with-the-program-of-nothing",
    about: "an empty program leaves all that there is, and its provider",
    ordered: false,
    steps: [
      {
        run: "up",
        program: {
          resources: [
            { name: "a", args: { name: "a" } },
            { name: "b", args: { name: "b" } },
          ],
        },
      },
      { run: "refresh", runProgram: true, program: {}, cloud: { "a-1": { size: 9 } } },
    ],
  },
];
