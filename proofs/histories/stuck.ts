import type { ResourceState } from "../../engine/state/resource-state";
import { keyOfLine } from "../../provider/kinds/shared/key-line";
import { kindOfType } from "./host";
import { ownerOf } from "./invariants";
import type { Operation } from "./life";
import type { Ended } from "./operate";
import { type Program, takenBy } from "./program";
import type { World } from "./world";

/** The longest operation, whatever the platform does. */
const longestMinutes = 180;

export const outOfBounds = ({ minutes }: Ended): string[] =>
  minutes > longestMinutes ? [`took ${Math.round(minutes)} minutes`] : [];

/** Messages that ask for a change of the program or the settings. */
const honest = [
  "no stack named",
  "has a problem", // what check refuses
  "would destroy", // dataLoss
  "which no update changes", // what is to be adopted differs
  "there is none with this id",
  "is locked",
  "is in use",
  "because it is protected",
  "as it is currently marked for protection",
  "exists already",
  "and no state has it", // an earlier run made it, or it was kept on purpose
  "to rename a resource, give it the option `aliases`", // the state has it for another resource
  "has the name that this resource asks for", // and engines create before they delete
  "was last seen with the API key with the fingerprint", // made or seen with another key, or at another address
  "The platform lists no jobs and takes no key against repeats", // nobody can tell whether a job runs
  "for those, set `acceptStopped: true` here", // a pod that may stay stopped was stopped before its Ready was made
  "or belongs to another account (404)", // a Ready sees no more of what was made with another key
  "with another API key began to create", // an interrupted run did, before the key was rotated
  "was changed by somebody else since it was last read", // and only a new one can be as the program asks
  "`adopt: { id }`", // whose it is nobody can tell
  "1 throttled", // the data center of its volume has none of the hardware
  "only through its template", // and no change of a template gives an object the new registry credential
  "not the platform's answer; check the address", // the settings of the last up hold another address
  "which the engine deletes after an import", // and its data may not be lost
  "refused the API key", // the settings of the last up hold the key of before
];

/** True only of a program in which one resource adopts what another one of it has, or adopts too: said of either. */
const contested = ["another resource of this program has it", "another resource of this program adopts"];

/** Tells whether the program hands an object over and keeps the resource that had it, or hands it over twice. */
const isContested = (program: Program, before: readonly ResourceState[]): boolean =>
  adoptsTwice(program) ||
  before.some((entry) => {
    const owner = ownerOf(program, entry);
    return owner && program.some((each) => each.name !== owner.name && takenBy(each) === entry.id);
  });

function adoptsTwice(program: Program): boolean {
  const ids = program.map(takenBy).filter((id) => id !== undefined);
  return new Set(ids).size < ids.length;
}

/** A program says this rightly if it declares one SSH key twice, such as half-way to keys that change places. */
const declaredTwice = "another resource of this program manages it already";

function declaresKeyTwice(program: Program): boolean {
  const declared = program.filter(({ kind }) => kind === "sshKey");
  // Which key stays with a resource then, the state tells.
  if (declared.some(({ ignoreChanges }) => ignoreChanges?.includes("publicKey"))) return true;
  const keys = declared.map(({ args }) => keyOfLine(String(args.publicKey)));
  return new Set(keys).size < keys.length;
}

/** Tells whether the words ask for a change of the program or the settings that is due. */
function isHonest(says: (words: string) => boolean, program: Program, before: readonly ResourceState[]): boolean {
  if (contested.some(says)) return isContested(program, before);
  if (says(declaredTwice)) return declaresKeyTwice(program);
  // What is imported would have to be replaced, and the program still says that it is to be imported.
  if (says("please remove the `import` declaration")) return program.some(({ importId }) => importId !== undefined);
  return honest.some(says);
}

/** Messages that somebody gets once, as an object comes into the state. */
const honestAtFirst = [
  "from other arguments than the program has now",
  "single members can't be started", // they had finished before the create was seen to be ready
];

const referredTo = ["template", "endpoint", "registryCredential", "networkVolume"];

/** With everything in order an operation succeeds, unless the program asks for what can't be. */
export function stuck(
  { mustSucceed, do: verb }: Operation,
  { result, output }: Ended,
  before: readonly ResourceState[],
  world: World,
  program: Program,
): string[] {
  const says = (words: string) => output.includes(words);
  if (!mustSucceed || result === "succeeded" || isHonest(says, program, before)) return [];
  const isKnown = ({ id = "" }: ResourceState) => id !== "" && [` ${id} exists, but`, `(${id}) exists, but`].some(says);
  // `up` looks for what changed behind its back only where it changes something itself.
  const isLost = ({ type, id = "" }: ResourceState) =>
    referredTo.includes(kindOfType(type)) && !world.account.find(kindOfType(type), id);
  const saysSo = says("does not exist, or this key can't see it") || says("endpoint not found");
  if (verb === "up" && saysSo && before.some(isLost)) return [];
  // The state has yet to learn that the jobs of an imported endpoint may go.
  const isStrict = ({ type, outputs }: ResourceState) => kindOfType(type) === "endpoint" && outputs.jobLoss !== "allow";
  if (says("its queue can't be asked") && before.some(isStrict)) return [];
  const isNews = honestAtFirst.some(says) && !before.some(isKnown);
  return isNews ? [] : [`${verb} fails with everything in order: ${output}`];
}
