import { counted } from "../../values/many";
import { dirname, join, resolve } from "node:path";
import type { Pod } from "../../api/pods";
import { hasKeys } from "../../client/queries/ssh";
import { forStack } from "../../disk/command";
import { homeFolder, noHome } from "../../disk/home";
import { makeFolder, writeWhole } from "../../disk/index";
import { parseUrn } from "../../plugin/names";
import { CommandFailure, type Io, writeLine, writeSentences } from "../io";
import { namesInRuns } from "../stack/names";
import { AccountBook, inAccount } from "../state/accounts";
import { isCurrent, type Stack, type StackResource } from "../state/deployment";
import type { StateFlags } from "../state/load-stack";
import { StatusReader } from "../status/read";
import { entryPodOf } from "../status/rows";
import { hostLines, hostsAmong, hostsNamed, isHost } from "./ssh-login";

/** Writes the hosts of a stack for ssh. @param path of the file, or `-` for stdout; default: one below `~/.ssh`. */
export async function writeHosts(io: Io, stack: Stack, flags: StateFlags, path: string | undefined): Promise<void> {
  const wanted = hostsAmong(stack.resources.filter(isCurrent));
  const [first] = wanted;
  if (first === undefined)
    throw new CommandFailure("The stack has no pod and no cluster, so there is no host to write.");
  const { stack: name, project } = parseUrn(first.urn);
  const pods = await podsOf(io, flags, stack, wanted);
  const hosts: string[][] = [];
  const unreachable: string[] = [];
  const misnamed: string[] = [];
  const keyless: string[] = [];
  const isShared = (resource: StackResource) => hostsNamed(wanted, resource.name).some((one) => one !== resource);
  for (const resource of wanted) {
    const title = `${resource.kind} ${resource.name}`;
    const pod = pods.get(resource);
    if (pod?.status !== "RUNNING" || (pod.ssh.direct ?? pod.ssh.proxy) === null) unreachable.push(title);
    else if (isShared(resource) || !isHost(resource.name)) misnamed.push(`${title} (${resource.id})`);
    else {
      hosts.push(hostLines(resource, pod));
      if (!hasKeys(pod)) keyless.push(title);
    }
  }
  const head = `# The hosts of ${project}/${name}, made by \`${forStack("compute ssh", io.stack)} --config\`. Run it again after an up: addresses change.`;
  const text = `${[[head], ...hosts].map((lines) => lines.join("\n")).join("\n\n")}\n`;
  if (path === "-") io.stdout.write(text);
  else {
    const file = path === undefined ? join(sshFolder(io), `compute-${project}-${name}.conf`) : resolve(io.cwd, path);
    makeFolder(dirname(file), 0o700);
    writeWhole(file, text, 0o600);
    writeLine(io.stdout, `Wrote ${counted(hosts.length, "host")} to ${file}.`);
    writeSentences(io.stdout, [
      `For \`ssh NAME\`, and editors that connect by ssh, put this line at the top of ~/.ssh/config: Include ${file}`,
    ]);
  }
  const note = (about: string, names: readonly string[]) => {
    if (names.length > 0)
      writeSentences(io.stderr, [`note: ${about}: ${io.stderr.inLine(namesInRuns(names).join(", "))}`]);
  };
  note("left out, since they can't be reached by SSH now", unreachable);
  note("left out, since their names are not those of one host; `compute ssh` takes their ids", misnamed);
  note("these have no SSH key from the platform, so you get in only if their image brings one", keyless);
}

function sshFolder({ env }: Pick<Io, "env">): string {
  const home = homeFolder(env);
  if (home === undefined) throw new CommandFailure(noHome("the hosts", "name a file: `compute ssh --config FILE`"));
  return join(home, ".ssh");
}

/** One list for each account, however many there are. */
async function podsOf(io: Io, flags: StateFlags, stack: Stack, wanted: readonly StackResource[]) {
  const { reached } = await new AccountBook(io, flags).read({ ...stack, resources: wanted });
  const found = new Map<StackResource, Pod | undefined>();
  for (const account of reached) {
    if (account.resources.length === 0) continue;
    const seen = await inAccount(account, new StatusReader(account.client).read(account.resources, io.signal));
    for (const resource of account.resources) found.set(resource, entryPodOf(resource, seen));
  }
  return found;
}
