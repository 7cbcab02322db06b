import { collected } from "../../../values/many";
import type { Template } from "../../../api/templates";
import { unlessAbsent } from "../../../client";
import { keyOfInputs } from "../../state/state";
import { free } from "../../cost/pricing";
import type { Operations, Reading } from "../operations";
import { type Claim, requireFreeName, whenNameIsFree } from "../shared/name-taken";
import { isEmpty, pick, type Props } from "../../table/props";
import { createBody, reported, updateBody } from "../../table/requests";
import { commandPatch, observeCommand } from "../shared/command";
import { envPatch, observeEnv, type PresentEnv } from "../shared/environment";
import { deletionOfUnused } from "../shared/in-use";
import { template as declaration } from "./fields";

/** T-24. */
const claimOf = (session: Reading, inputs: Props, own?: string): Claim => ({
  kind: "Template",
  inputs,
  ...(own !== undefined && { own }),
  look: async () => (await collected(session.client.templates.listAll())).find(({ name }) => name === inputs.name),
});

const environmentOf = ({ env: present }: Template): PresentEnv => ({ present });

const sendDelete: Operations["sendDelete"] = ({ client }, id) => client.templates.delete(id);

const templateOperations: Operations<Template> = {
  /** A template is first created under a generated name, so only a read shows whether the program's name is free. */
  async beforeCreate(session, inputs, name) {
    if (name === inputs.name) return;
    const claim = claimOf(session, inputs);
    // A list may not show yet what this resource has, so that is read by id.
    const own = await session.bookkeeping.ownership.idsInFolder("Template", keyOfInputs(inputs));
    const read = (id: string) => unlessAbsent(session.client.templates.get(id));
    const ofOwn = async () => (await Promise.all(own.map(read))).find((template) => template?.name === inputs.name);
    await requireFreeName(session, { ...claim, look: async () => (await claim.look()) ?? ofOwn() });
  },
  create: ({ client }, inputs, name) => client.templates.create(createBody(declaration, inputs, name)),

  read: ({ client }, id) => client.reads.template(id),
  get: ({ client }, id, options) => client.templates.get(id, options),
  list: ({ client }, options) => collected(client.templates.listAll(options)),

  observe: (template, asked): Props => ({
    ...reported(declaration, template),
    ...observeCommand(template, asked),
    env: observeEnv(declaration, template.env, asked, []),
    mounts: template.mounts.persistent ? { persistent: pick(template.mounts.persistent, ["size", "path"]) } : {},
  }),

  environmentOf,

  async apply(session, template, task, seen) {
    const { client } = session;
    const { olds, news } = task;
    const body = updateBody(declaration, task, {
      command: () => commandPatch(olds, news),
      env: (appliesTemplate) => envPatch({ ...environmentOf(template), olds, news, appliesTemplate }),
    });
    if (isEmpty(body)) return;
    const update = () => client.templates.update(template.id, body);
    const isNamed = task.changed.has("name");
    seen(isNamed ? await whenNameIsFree(session, claimOf(session, news, template.id), update) : await update(), true);
  },

  rename: ({ client }, id, body) => client.templates.update(id, body),

  sendDelete,

  delete: deletionOfUnused("Template", sendDelete, (id) => ({
    isUser: (pod) => pod.template === id && !pod.cluster,
    isUsedBy: ({ template }) => template === id,
  })),
};

export const kind = { resource: declaration, operations: templateOperations, pricing: free };
