import { diagnose } from "../../cli/doctor/diagnose";
import type { LiveObject, LiveObjects } from "../../cli/doctor/finding";
import { madeIn } from "../../cli/doctor/made";
import { type Kind, kinds, readDeployment } from "../../cli/state/deployment";
import { stackKeyOf } from "../../provider/create/journal/identity";
import { Journal } from "../../provider/create/journal/journal";
import { notInState, openAttempts } from "../../provider/create/journal/open-attempts";
import { exportNameOf } from "../../provider/state/stored-provider";
import type { LivingKind } from "../programs";
import type { Checkout } from "./checkout";
import { project, stackName } from "./registrations";
import type { World } from "./world";

/** What `compute doctor` says of a stack, which sees all states of the backend, the journal of the machine, and the account. */
export async function diagnosis(world: World, checkout: Checkout): Promise<string> {
  const { machine, place } = checkout;
  const journal = new Journal(
    machine.journal(world.address, project),
    { apiKey: world.key, machineKey: machine.key },
    () => machine.otherJournals(world.address, project),
    machine.holders,
  );
  const stacks = new Set([stackKeyOf(stackName, project)]);
  const asked = { stacks, backend: place, isAlive: ({ pid }: { pid: number }) => machine.living.has(pid) };
  const stack = readDeployment(checkout.exported, "the state");
  const attempts = notInState(await openAttempts(journal, asked), stack.resources);
  const findings = diagnose(stack, liveObjects(world), attempts, { made: await madeIn(journal, asked) });
  return JSON.stringify(findings);
}

/** All that the stacks ever made, as far as it is in our account. */
function liveObjects({ made, account }: World): LiveObjects {
  const of = (kind: Kind): LiveObject[] => {
    const ids = new Set(made.filter((each) => each.kind === exportNameOf(kind)).map(({ id }) => id));
    return [...ids].flatMap((id) => account.find(exportNameOf(kind) as LivingKind, id) ?? []);
  };
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as unknown as LiveObjects;
}
