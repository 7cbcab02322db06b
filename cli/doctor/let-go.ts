import { type KindName, kindNames } from "../../provider/kinds/names";
import type { Client } from "../../client/index";
import { kinds } from "../../provider/kinds";
import type { Operations } from "../../provider/kinds/operations";
import { isFree } from "../../provider/kinds/prices";
import { markIn, withoutMark } from "../../provider/table/names";
import { CommandFailure } from "../io";
import type { LiveObject, LiveObjects } from "./finding";
import { isCalled, type StackJournal } from "./journal";

export interface Place {
  readonly client: Client;
  readonly objects: LiveObjects;
  readonly journal: StackJournal;
}

/** Takes the mark off an object and forgets it. @returns what was done. @throws CommandFailure if it is in a state. */
export async function letGo(
  wanted: string,
  places: readonly Place[],
  ownerOf: (kind: KindName, id: string) => string | undefined,
): Promise<string> {
  const attempts = places.flatMap(({ journal }) => journal.attempts.map((attempt) => ({ attempt, journal })));
  const noted = attempts.filter(({ attempt }) => isCalled(wanted)(attempt));
  const id = noted.map(({ attempt }) => attempt.made).find((made) => made !== undefined) ?? wanted;
  const found = places.flatMap(({ client, objects }) =>
    kindNames.flatMap((kind) =>
      objects[kind].filter((each) => each.id === id).map((object) => ({ client, kind, object })),
    ),
  )[0];
  if (!found && noted.length === 0)
    throw new CommandFailure(
      `There is no object ${wanted} in the accounts of this stack, and no attempt of that name in the journal of this machine. Nothing was changed.`,
    );
  const owner = found && ownerOf(found.kind, id);
  if (owner !== undefined)
    throw new CommandFailure(
      `${found!.kind} ${id} was not let go: ${owner}. Nothing was changed. To take it out of that state, run \`compute state delete\` first.`,
    );
  const done = found ? await unmark(found.client, found.kind, found.object) : "";
  for (const { attempt, journal } of noted) await journal.drop(attempt);
  const forgot = noted.length > 0 ? " The journal of this machine has forgotten it." : "";
  return `${done}${forgot}`.trim();
}

async function unmark(client: Client, kind: KindName, { id, name }: LiveObject): Promise<string> {
  const stays = `It stays on the platform${isFree(kind) ? "" : ", and is billed"}.`;
  if (!markIn(name)) return `${kind} ${id}, named ${JSON.stringify(name)}, bears no mark. ${stays}`;
  const { operations }: { operations: Operations } = kinds[kind];
  if (!operations.rename)
    throw new CommandFailure(
      `${kind} ${id} was not let go: a ${kind} can't be renamed, so it keeps its mark. Nothing was changed. Give a resource ` +
        `${"adopt" in kinds[kind].resource.inputs ? `\`adopt: { id: ${JSON.stringify(id)} }\`` : "it"}, or delete it.`,
    );
  const plain = withoutMark(name);
  await operations.rename({ client }, id, { name: plain });
  return `Let go of ${kind} ${id}, which is named ${JSON.stringify(plain)} now. ${stays}`;
}
