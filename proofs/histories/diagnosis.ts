import { type KindName, kindNames } from "../../provider/kinds/names";
import { diagnose } from "../../cli/doctor/diagnose";
import type { Finding, LiveObject, LiveObjects } from "../../cli/doctor/finding";
import { readDeployment } from "../../cli/state/deployment";
import { stackKeyOf } from "../../provider/state/identity";
import { notInState } from "../../cli/doctor/journal";
import { openAttempts } from "../../provider/journal/open-attempts";
import { exportNameOf } from "../../provider/state/stored-provider";
import type { LivingKind } from "../programs";
import type { Account } from "./account";
import type { Checkout } from "./checkout";
import type { Machine } from "./machine";
import { project, stackName } from "./registrations";
import { foreignKey, type World } from "./world";

/** The findings of `compute doctor` on a machine, with a key of the account: it sees the state, the machine's journal and the account. */
export async function diagnosis(
  world: World,
  { place, exported }: Checkout,
  machine: Machine,
  account: Account = world.account,
): Promise<Finding[]> {
  const apiKey = account === world.account ? world.key : foreignKey;
  const journal = machine.openJournal({ apiKey, apiUrl: world.address });
  const key = stackKeyOf(stackName, project);
  const asked = {
    stacks: new Set([key]),
    backend: place,
    isAlive: ({ pid }: { pid: number }) => machine.living.has(pid),
  };
  const stack = readDeployment(exported, "the state");
  const attempts = notInState(await openAttempts(journal, asked), stack.resources);
  return diagnose(stack, liveObjects(world, account), attempts, { marks: [{ backend: place, stack: key }] });
}

/** All objects that the stacks ever made in the account. */
function liveObjects({ made }: World, account: Account): LiveObjects {
  const of = (kind: KindName): LiveObject[] => {
    const ids = new Set(made.filter((each) => each.kind === exportNameOf(kind)).map(({ id }) => id));
    return [...ids].flatMap((id) => account.find(exportNameOf(kind) as LivingKind, id) ?? []);
  };
  return Object.fromEntries(kindNames.map((kind) => [kind, of(kind)])) as unknown as LiveObjects;
}
