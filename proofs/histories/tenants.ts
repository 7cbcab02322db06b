import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Output } from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state";

import { getNetworkVolumes, getPods, getTemplates } from "../../sdk/data-sources";
import { leaks } from "./invariants";
import type { Tenant } from "./life";
import type { World } from "./world";

/** What the SDK keeps of one run, and where. It has it, and declares no types of it. */
interface LocalStore {
  config: Readonly<Record<string, string>>;
  stackResource: object | undefined;
}
const sdk = state as unknown as {
  withLocalStorage<T>(program: () => T): T;
  getStore(): LocalStore;
};

/**
 * Runs a program for each tenant, one after the other in this process, as the Automation API does: it reads what the account
 * has. Says where a tenant did not get what its own key may see now.
 */
export async function readAs(world: World, tenants: readonly Tenant[]): Promise<string[]> {
  const server = await listen(world);
  const { port } = server.address() as AddressInfo;
  try {
    const found: string[] = [];
    for (const tenant of tenants) found.push(...(await readOnce(world, tenant, `http://127.0.0.1:${port}`)));
    return found;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The SDK makes its client by itself, so these few requests go over sockets. */
function listen(world: World): Promise<Server> {
  const server = createServer((incoming, outgoing) => void world.platform.handle(incoming, outgoing));
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const questions = {
  "/v2/network-volumes": getNetworkVolumes,
  "/v2/pods": getPods,
  "/v2/templates": () => getTemplates({ source: "own" }),
} as const;

async function readOnce(world: World, { who }: Tenant, apiUrl: string): Promise<string[]> {
  const apiKey = world.keyOf(who);
  return sdk.withLocalStorage(async () => {
    const store = sdk.getStore();
    configure(store, { apiKey, apiUrl });
    const found: string[] = [];
    for (const [path, ask] of Object.entries(questions)) {
      const direct = await world.platform.ask(apiKey, "GET", path);
      const wanted = direct.status < 300 ? idsIn(JSON.parse(direct.body.toString())) : `refused with ${direct.status}`;
      const got = await ask().then(
        (objects) => {
          found.push(...leaks([{ where: `what a program reads from ${path}`, text: plainText(objects) }]));
          return idsIn({ objects });
        },
        (error: { status?: number }) => `refused with ${error.status}`,
      );
      if (got !== wanted) found.push(`${who}'s program reads from ${path} ${got}, and the platform says ${wanted}`);
    }
    return found;
  });
}

/** A run of a program, without an engine. */
function configure(store: LocalStore, config: Readonly<Record<string, string>>): void {
  const entries = Object.entries(config).map(([name, value]) => [`compute:${name}`, value]);
  store.config = { PULUMI_CONFIG: JSON.stringify(Object.fromEntries(entries)) };
  store.stackResource = {};
}

function idsIn(answer: unknown): string {
  const [list] = Object.values(answer as Record<string, unknown>);
  return (list as readonly { id: string }[])
    .map(({ id }) => id)
    .sort()
    .join(", ");
}

/** All that an output or a state would show of it in clear. Whatever is an Output here is a secret one, or a leak. */
function plainText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (Output.isInstance(member) ? "[secret]" : member)) ?? "";
}
