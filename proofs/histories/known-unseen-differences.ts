import { canary } from "../canaries";
import type { Life } from "./life";
import {
  accountSecret,
  credential,
  drift,
  faults,
  handOver,
  interrupted,
  knownOf,
  pod,
  rename,
  revert,
  set,
  sshKey,
  templated,
  unset,
  up,
} from "./known-parts";

/** Known lives in which the platform differs from the program, and nothing shows it. */
export const livesOfUnseenDifferences: Readonly<Record<string, Life>> = knownOf({
  "a password changed after an interrupted create never arrives": {
    program: [credential({ name: undefined })],
    steps: [interrupted("Ctrl-C twice"), set("credential", { password: { $secret: canary(2) } }), up()],
  },
  "a change whose answer was lost is not seen after it is reverted": {
    program: [pod()],
    steps: [up(), set("pod", { image: "a:2" }), { ...up(), ...faults("PATCH", "504-after") }, revert(), up()],
  },
  "a secret that somebody else sets while its description is changed is not seen": {
    program: [accountSecret()],
    steps: [
      up(),
      set("secret", { description: "for team 2" }),
      drift({ what: "change", name: "secret", body: { description: "drifted" } }),
      {
        ...up(),
        meanwhile: [{ atRequest: 2, drift: { what: "change", name: "secret", body: { value: "drifted" } } }],
      },
      { do: "up --refresh", at: "first checkout", mustSucceed: true },
    ],
  },
  "a secret that somebody else sets between the two requests of an update is not seen": {
    program: [accountSecret()],
    steps: [
      up(),
      set("secret", { description: "for team 2", value: { $secret: canary(2) } }),
      // Between the two requests a new second begins: nobody can tell two values of one second apart (U-15).
      { do: "wait", minutes: 0.7 / 60 },
      {
        ...up(),
        meanwhile: [{ atRequest: 3, drift: { what: "change", name: "secret", body: { value: "drifted" } } }],
      },
      { do: "up --refresh", at: "first checkout", mustSucceed: true },
    ],
  },
  "a newly declared env is not watched": {
    program: [pod()],
    steps: [
      up(),
      set("pod", { env: {} }),
      up(),
      drift({ what: "add a variable", name: "pod", variable: "FOREIGN", value: "1" }),
      { do: "refresh", at: "first checkout" },
    ],
  },
  "a newly declared cmd is not watched": {
    program: [pod()],
    steps: [
      up(),
      set("pod", { cmd: [] }),
      up(),
      drift({ what: "change", name: "pod", body: { cmd: ["drifted"] } }),
      { do: "refresh", at: "first checkout" },
    ],
  },
  "a variable of an interrupted create is taken for the template's after the key was rotated": {
    program: [
      pod({ templateId: "t2verified", waitFor: undefined, env: { TOKEN: { $secret: canary(1) }, STAGE: "prod" } }),
    ],
    steps: [
      interrupted("Ctrl-C twice"),
      set("pod", { env: {} }),
      { do: "rotate the key" },
      up(),
      { ...up(), mustSucceed: true },
    ],
  },
  "a startSsh beside a template that an interrupted create did not have is taken for the template's": {
    program: [pod()],
    steps: [
      interrupted("Ctrl-C twice"),
      set("pod", { templateId: "t2verified" }),
      up(),
      set("pod", { startSsh: true }),
      up(),
    ],
  },
  "a startSsh beside no template is taken for unset, and an interrupted create had a template that set it": {
    program: [templated({ waitFor: "none", image: "a:1" })],
    steps: [interrupted("Ctrl-C twice"), unset("pod", "templateId"), up(), up(), set("pod", { startSsh: false }), up()],
  },
  "a startSsh that is left to a template is taken for the template's, and an interrupted create had set another": {
    program: [templated({ waitFor: "none", startSsh: false })],
    steps: [interrupted("Ctrl-C twice"), unset("pod", "startSsh"), up(), up(), set("pod", { startSsh: true }), up()],
  },
  "an SSH key takes the line of another resource of the program that has the same key": {
    program: [
      sshKey(),
      { ...sshKey(), name: "grace", args: { publicKey: "ssh-ed25519 AAAAC3Nza9made8up7key6for5docs grace" } },
    ],
    steps: [up(), set("grace", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 grace" }), up()],
  },
  "another comment of an SSH key stays whose update was interrupted, and which is reverted": {
    program: [sshKey()],
    steps: [
      up(),
      set("ada", { publicKey: "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@laptop" }),
      { ...up(), strike: { how: "Ctrl-C", at: 1, moment: "after its answer" } },
      revert(),
      up(),
    ],
  },
  "a startSsh is taken for unset after it was declared and dropped again, and a template had set it before": {
    program: [templated({ waitFor: "none", image: "a:1" })],
    steps: [
      interrupted("Ctrl-C twice"),
      unset("pod", "templateId"),
      set("pod", { startSsh: true }),
      up(),
      unset("pod", "startSsh"),
      up(),
      set("pod", { startSsh: false }),
      up(),
    ],
  },
  "a flag that the program takes back, beside a template, counts as that of the template after an update of something else":
    {
      program: [templated({ startSsh: false })],
      steps: [
        up(),
        unset("pod", "startSsh"),
        set("pod", { image: "a:2" }),
        up(),
        set("pod", { startSsh: true, dataLoss: "allow" }),
        up(),
      ],
    },
  "a value that others had set before its secret was adopted counts as the program's, as that of any adopted secret does":
    {
      program: [accountSecret()],
      steps: [
        up(),
        drift({ what: "change", name: "secret", body: { value: "drifted" } }),
        rename("secret", "other"),
        up(),
        handOver("other", "secret"),
        up(),
        revert(),
        { do: "up --refresh", at: "first checkout" },
      ],
    },
});
