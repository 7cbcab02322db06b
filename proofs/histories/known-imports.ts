import type { Life, Step } from "./life";
import { drift, handOverByImport, knownOf, rename, revert, set, up, volume } from "./known-parts";

/** Another resource alone is brought about and imports the object, and then the one that had it is dropped, alone too. */
function importedAlone(name: string, to: string): Step[] {
  return [
    handOverByImport(name, to),
    { ...up(), target: [to] },
    { do: "destroy", at: "first checkout", target: [name] },
    { ...up(), mustSucceed: true },
  ];
}

/** Known lives in which what was imported was lost, or did not get what the program says. */
export const livesOfImports: Readonly<Record<string, Life>> = knownOf({
  "a volume stays with the resource that imported it, when the one that had it is dropped": {
    program: [volume()],
    steps: [up(), ...importedAlone("volume", "other")],
  },
  "a volume stays with the resource that imported it under the name that the one that had it had before": {
    program: [volume()],
    steps: [up(), rename("volume", "moved"), up(), ...importedAlone("moved", "volume")],
  },
  "the data of a volume is said to be lost past its dataLoss, whose resource imports another one": {
    program: [],
    steps: [
      drift({ what: "make", kind: "networkVolume", name: "volume", body: { ...volume().args, name: "found" } }),
      { do: "edit", edit: { edit: "take in", resource: volume({ name: "found" }), by: "import" } },
      { do: "edit", edit: { edit: "end the import", name: "volume" } },
      up(),
      revert(),
      up(),
    ],
  },
  "an endpoint is deleted as soon as its program has come to allow that, though nothing else has changed": {
    program: [
      {
        kind: "endpoint",
        name: "endpoint",
        args: {
          ...{ type: "QUEUE", image: "registry.example.com/acme/app:1", cpu: [{ id: "cpu3c", vcpuCount: 2 }] },
          ...{ scaling: { type: "QUEUE_DELAY", queueDelay: 4 }, waitFor: "none" },
        },
      },
    ],
    steps: [
      up(),
      set("endpoint", { jobLoss: "allow" }),
      { ...up(), mustSucceed: true },
      { do: "destroy", at: "first checkout", mustSucceed: true },
    ],
  },
});
