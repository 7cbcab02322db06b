import type * as z from "zod";
import type { Props } from "./props";
import { effectsOf, type Field, type Resource } from "./resource";

type CreateRequest<R extends Resource> = z.output<R["requests"]["create"]>;
type UpdateRequest<R extends Resource> = R["requests"]["update"] extends z.ZodType
  ? z.output<R["requests"]["update"]>
  : never;

/** What an update has to bring about: checked inputs, and the arguments that differ from what the platform has. */
export interface Wanted {
  readonly news: Props;
  readonly changed: ReadonlySet<string>;
}

/** What an update says of one argument, or of a group of them, where that is more than the new value. */
export type OwnForms = Readonly<Record<string, (appliesTemplate: boolean) => Props>>;

/** A create takes it. */
export const isSentOnCreate = ({ local, sent }: Field): boolean => !local && sent === undefined;

/** An update takes it. */
export const isSentOnUpdate = (field: Field): boolean =>
  !field.local && field.sent !== "action" && effectsOf(field).includes("update");

/** Arguments that no create takes although it is asked for them: an update follows at once. */
export const sentAfterCreate = ({ inputs }: Resource): string[] =>
  Object.keys(inputs).filter((name) => inputs[name]!.sent !== undefined);

/** The body of a create. */
export function createBody<R extends Resource>(resource: R, inputs: Props, name: string): CreateRequest<R> {
  const fields: Resource["inputs"] = resource.inputs;
  const sent = Object.entries(inputs).filter(([each]) => fields[each] && isSentOnCreate(fields[each]));
  const body = Object.fromEntries(sent.map(([each, value]) => [each, wired(fields[each]!, value)] as const));
  return asRequest<CreateRequest<R>>({ ...body, name });
}

/** The body of an update: only what differs, and nothing at all where an update takes none of it. */
export function updateBody<R extends Resource>(resource: R, wanted: Wanted, own: OwnForms = {}): UpdateRequest<R> {
  const { news, changed } = wanted;
  const fields = Object.entries(resource.inputs).filter(([, field]) => isSentOnUpdate(field));
  const applies = appliesTemplate(resource, wanted);
  const body: Props = {};
  const ownForms = new Set<string>();
  for (const [name, field] of fields) {
    // What a template sets comes with it, unless the program says otherwise (P-35).
    const isOfTemplate = applies && isSetByTemplate(field);
    const isSent = isOfTemplate || changed.has(name) || (applies && name === "templateId");
    const form = own[name] ? name : isOfTemplate ? undefined : field.group;
    if (isSent && form !== undefined && own[form]) ownForms.add(form);
    else if (isSent) body[name] = wired(field, news[name] ?? (isOfTemplate ? undefined : field.absent));
  }
  for (const form of ownForms) Object.assign(body, own[form]!(applies));
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  return asRequest<UpdateRequest<R>>(Object.fromEntries(entries));
}

/** Whether an update applies the template: because it is another one, or to bring back what an argument had overridden. */
export function appliesTemplate({ inputs }: Resource, { news, changed }: Wanted): boolean {
  const { templateId } = inputs;
  if (news.templateId === undefined || !templateId || !isSentOnUpdate(templateId)) return false;
  return [...changed].some((name) => {
    const field = inputs[name];
    return name === "templateId" || (field && isSetByTemplate(field) && news[name] === undefined);
  });
}

/** A template that is applied to what is there sets it (P-35). Mounts and flags come with a template at creation only. */
export const isSetByTemplate = ({ fromTemplate, change }: Field): boolean =>
  fromTemplate === true && change === "update";

/** Arguments of these whose change restarts a running container. */
export const restarting = ({ inputs }: Resource, changed: ReadonlySet<string>): string[] =>
  Object.keys(inputs).filter((name) => changed.has(name) && inputs[name]!.restarts);

const wired = (field: Field, value: unknown): unknown =>
  field.wire && value !== undefined ? field.wire(value) : value;

/** `check` has held every value against the table's schema, and the compiler the table against the type of the request. */
const asRequest = <T>(body: Props): T => body as T;
