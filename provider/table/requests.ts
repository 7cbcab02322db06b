import { ownMember } from "../../values/own-member";
import type * as z from "zod";
import type { Props } from "./props";
import { effectsOf, type Field, type Resource } from "./resource";

type CreateRequest<R extends Resource> = z.output<R["requests"]["create"]>;
type UpdateRequest<R extends Resource> = R["requests"]["update"] extends z.ZodType
  ? z.output<R["requests"]["update"]>
  : never;

export interface Wanted {
  readonly news: Props;
  readonly changed: ReadonlySet<string>;
}

/** The members that an update sends for an argument or a group beyond its new value. */
export type OwnForms = Readonly<Record<string, (appliesTemplate: boolean) => Props>>;

export const isSentOnCreate = ({ local, sent }: Field): boolean => !local && sent === undefined;

export const isSentOnUpdate = (field: Field): boolean =>
  !field.local && field.sent !== "action" && effectsOf(field).includes("update");

/** Arguments that an update sends right after the create. */
export const sentAfterCreate = ({ inputs }: Resource): string[] =>
  Object.keys(inputs).filter((name) => ownMember(inputs, name)!.sent !== undefined);

export function createBody<R extends Resource>(resource: R, inputs: Props, name: string): CreateRequest<R> {
  const fields: Resource["inputs"] = resource.inputs;
  const sent = Object.entries(inputs).filter(([each]) => {
    const field = ownMember(fields, each);
    return field && isSentOnCreate(field);
  });
  const body = Object.fromEntries(sent.map(([each, value]) => [each, wired(ownMember(fields, each)!, value)] as const));
  return asRequest<CreateRequest<R>>({ ...body, name });
}

/** The body of an update: the differing arguments; empty if an update accepts none of them. */
export function updateBody<R extends Resource>(resource: R, wanted: Wanted, own: OwnForms = {}): UpdateRequest<R> {
  const { news, changed } = wanted;
  const fields = Object.entries(resource.inputs).filter(([, field]) => isSentOnUpdate(field));
  const applies = appliesTemplate(resource, wanted);
  const body: Props = {};
  const ownForms = new Set<string>();
  for (const [name, field] of fields) {
    // A template sets its values unless the program has its own (P-35).
    const isOfTemplate = applies && isSetByTemplate(field);
    const isSent = isOfTemplate || changed.has(name) || (applies && name === "templateId");
    const form = ownMember(own, name) ? name : isOfTemplate ? undefined : field.group?.name;
    if (isSent && form !== undefined && ownMember(own, form)) ownForms.add(form);
    else if (isSent) body[name] = wired(field, ownMember(news, name) ?? (isOfTemplate ? undefined : field.absent));
  }
  for (const form of ownForms) Object.assign(body, ownMember(own, form)!(applies));
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  return asRequest<UpdateRequest<R>>(Object.fromEntries(entries));
}

/** Tells whether an update applies the template: it is another one, or an override of it was removed. */
export function appliesTemplate(resource: Resource, { news, changed }: Wanted): boolean {
  const { templateId } = resource.inputs;
  if (news.templateId === undefined || !templateId || !isSentOnUpdate(templateId)) return false;
  return [...changed].some((name) => name === "templateId" || isLeftToTemplate(resource, name, news));
}

/** Tells whether the program leaves the argument to its template. Arguments of one group are left to it together (P-41). */
export function isLeftToTemplate({ inputs }: Resource, name: string, news: Props): boolean {
  const field = ownMember(inputs, name);
  if (news.templateId === undefined || !field || !isSetByTemplate(field)) return false;
  return [name, ...groupOf(inputs, name)].every((each) => ownMember(news, each) === undefined);
}

/** The other arguments of the group. */
export const groupOf = (inputs: Resource["inputs"], name: string): string[] =>
  Object.keys(inputs).filter(
    (each) =>
      each !== name &&
      ownMember(inputs, each)!.group &&
      ownMember(inputs, each)!.group === ownMember(inputs, name)?.group,
  );

/** Tells whether an applied template sets the field (P-35). Mounts and flags come with a template at creation only. */
export const isSetByTemplate = ({ fromTemplate, change }: Field): boolean =>
  fromTemplate === true && change === "update";

/** The changed arguments that restart a running container. */
export const restarting = ({ inputs }: Resource, changed: ReadonlySet<string>): string[] =>
  Object.keys(inputs).filter((name) => changed.has(name) && ownMember(inputs, name)!.restarts);

const wired = (field: Field, value: unknown): unknown =>
  field.wire && value !== undefined ? field.wire(value) : value;

/** Types a checked body as the request: `check` compares every value with the schema, and the compiler the table with the request type. */
const asRequest = <T>(body: Props): T => body as T;

/** Arguments and outputs that an answer of the platform has under their own names. A kind's view adds the others. */
export function reported({ inputs, outputs }: Resource, object: object): Props {
  const isReported = (name: string) => {
    const { [name]: field } = inputs;
    return field ? !field.local && !field.writeOnly && !field.secret : Object.hasOwn(outputs, name);
  };
  return Object.fromEntries(Object.entries(object).filter(([name]) => isReported(name)));
}
