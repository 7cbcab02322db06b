import { resolve } from "node:path";
import type { Client } from "../../client/index";
import { CommandFailure, type Io } from "../io";
import { openPlatform, type PlatformFlags } from "../platform";
import { backendUrlOf, stacksHere } from "../stack/flags";
import { AccountBook } from "./accounts";
import { type Kind, readDeployment, type Stack, type StackResource } from "./deployment";
import { openKeys } from "./load-stack";

/** An object that a person names, and with what it is reached. */
export interface Reached {
  readonly client: Client;
  readonly id: string;
}

/** A pod by its id or its name. @throws CommandFailure as `reach` does. */
export const reachPod = (io: Io, flags: PlatformFlags, called: string): Promise<Reached> =>
  reach(io, flags, "Pod", called, isNamed);

/** An endpoint by its id, or where a command knows it by that, by its name. @throws CommandFailure as `reach` does. */
export const reachEndpoint = (io: Io, flags: PlatformFlags, called: string, isByName = false): Promise<Reached> =>
  reach(io, flags, "Endpoint", called, isByName ? isNamed : undefined);

/**
 * How to reach what a person names by its id, or by a name that `isCalled` knows: with the key and at the address of its `Provider`, where
 * the stack here has it by one, and else with those of the stack or the environment. A command that uses this needs no stack: one
 * whose state can't be read here is passed over.
 *
 * @throws CommandFailure where the key of its provider can't be opened, or the name fits several.
 */
async function reach(
  io: Io,
  flags: PlatformFlags,
  kind: Kind,
  called: string,
  isCalled: (resource: StackResource, called: string) => boolean = () => false,
): Promise<Reached> {
  const state = await stateHere(io, flags);
  const all = (state?.stack.resources ?? []).filter((one) => one.kind === kind && one.id !== "");
  const byId = all.filter(({ id }) => id === called);
  const meant = byId.length > 0 ? byId : all.filter((one) => !one.isLeftover && isCalled(one, called));
  const explicit = new Set(state?.stack.providers.map(({ ref }) => ref));
  if (!state || !meant.some(({ provider = "" }) => explicit.has(provider)))
    return { client: await openPlatform(io, flags), id: called };
  const [resource, ...others] = meant;
  if (others.length > 0)
    throw new CommandFailure(
      `The stack has ${meant.length} of the kind ${kind} that are called ${called}: ${meant.map(({ id }) => id).join(", ")}. Give the id of one.`,
    );
  const { client } = await new AccountBook(io, flags).accountOf(await openKeys(io, state), resource!);
  return { client, id: resource!.id };
}

/** By its name in the program, or on the platform. */
const isNamed = ({ name, inputs, outputs }: StackResource, called: string): boolean =>
  [name, outputs["platformName"], outputs["name"], inputs["name"]].includes(called);

/** The state of the stack that is meant, with its secrets closed; undefined where there is none, or it can't be read here. */
async function stateHere(io: Io, flags: PlatformFlags) {
  const [{ EngineError }, { readProject }, { backendRoot, openBackend }, { systemAmbient }] = await Promise.all([
    import("../../engine/errors.js"),
    import("../../engine/project/project.js"),
    import("../../engine/state/backend.js"),
    import("../../engine/ambient.js"),
  ]);
  try {
    const { known, selected } = await stacksHere(io, flags);
    const name = flags.stack ?? (io.env["PULUMI_STACK"] || selected) ?? (known.length === 1 ? known[0] : undefined);
    if (name === undefined) return undefined;
    const project = await readProject(resolve(io.cwd, flags.cwd ?? "."));
    const root = backendRoot(backendUrlOf(io), project.root);
    const text = await openBackend(root, project.name, name, systemAmbient).load();
    const where = `stack ${name}`;
    const stack: Stack | undefined = text === undefined ? undefined : readDeployment(text, where);
    return stack && { where, text: text!, stack };
  } catch (error) {
    if (error instanceof EngineError || error instanceof CommandFailure) return undefined;
    throw error;
  }
}
