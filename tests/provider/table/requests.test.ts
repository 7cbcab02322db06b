import { describe, expect, it } from "@jest/globals";
import * as z from "zod";
import { resources } from "../../../provider/kinds";
import {
  createBody,
  isSentOnCreate,
  isSentOnUpdate,
  reported,
  restarting,
  updateBody,
} from "../../../provider/table/requests";
import { condition, defineResource, docOf, field, type Resource } from "../../../provider/table/resource";

const request = z.strictObject({ name: z.string(), size: z.number(), zone: z.string().optional() });
const update = z.strictObject({ name: z.string().optional(), size: z.number().optional() });

const name = field(z.string(), { change: "update", doc: "Name.", limits: "string" });
const size = field(z.number(), {
  change: condition({ effects: ["update", "replace"], because: "it only grows", when: () => "update" }),
  doc: "Size.",
  limits: "number",
});
const zone = field(z.string().optional(), { change: "replace", doc: "Zone.", limits: "string" });
const rest = { kind: "NetworkVolume", doc: "A thing.", source: "0", outputs: {}, maxNameLength: 9, rules: [] } as const;

const thing = defineResource({
  ...rest,
  requests: { create: request, update },
  inputs: {
    name,
    size,
    zone,
    lock: field(z.boolean().optional(), { change: "none", doc: "Ours.", limits: "true or false", local: true }),
  },
});

describe("the compiler holds a table against the requests of api/", () => {
  const requests = { create: request, update };

  it("where a field has no member in the request", () => {
    // @ts-expect-error -- no request has `colour`
    defineResource({ ...rest, requests, inputs: { name, size, zone, colour: zone } });
    expect(isSentOnCreate(zone)).toBe(true);
  });

  it("where a field that an update changes has no member in the update", () => {
    const moving = field(z.string().optional(), { change: "update", doc: "Zone.", limits: "string" });
    // @ts-expect-error -- an update does not take `zone`
    defineResource({ ...rest, requests, inputs: { name, size, zone: moving } });
    expect(isSentOnUpdate(moving)).toBe(true);
  });

  it("where the types differ", () => {
    const worded = field(z.string(), { change: "update", doc: "Size.", limits: "string" });
    // @ts-expect-error -- `size` is a number
    defineResource({ ...rest, requests, inputs: { name, size: worded, zone } });
    expect(isSentOnUpdate(worded)).toBe(true);
  });

  it("where a member of the request has no field", () => {
    // @ts-expect-error -- `zone` is missing
    defineResource({ ...rest, requests, inputs: { name, size } });
    expect(isSentOnUpdate(zone)).toBe(false);
  });
});

describe("bodies follow from the table", () => {
  it("a create sends what is declared and not ours, under the name that it is given", () => {
    const inputs = { lock: true, size: 1, name: "asked", __key: "k" };
    expect(createBody(thing, inputs, "sent")).toEqual({ size: 1, name: "sent" });
  });

  it("an update sends what changed and can change, and nothing else", () => {
    const news = { name: "n", size: 2, zone: "z", lock: true };
    expect(updateBody(thing, { news, changed: new Set(["size", "zone", "lock"]) })).toEqual({ size: 2 });
    expect(updateBody(thing, { news, changed: new Set(["lock"]) })).toEqual({});
  });

  const updatable = (resource: Resource): [string, Resource][] =>
    Object.keys(resource.inputs)
      .filter((each) => isSentOnUpdate(resource.inputs[each]!) && each !== "templateId")
      .map((each) => [each, resource]);

  it.each(resources().flatMap((resource) => updatable(resource)))("a change of %s alone is sent", (each, resource) => {
    const value = { one: 1 };
    expect(updateBody(resource, { news: { [each]: value }, changed: new Set([each]) })).toEqual({ [each]: value });
  });

  it.each(["Pod", "Cluster"])("P-10, C-2: an empty list of data centers of a %s is left out", (kind) => {
    const resource = resources().find((each) => each.kind === kind)!;
    const sent = (dataCenterIds: string[]) => JSON.stringify(createBody(resource, { dataCenterIds }, "n"));
    expect(sent([])).toBe('{"name":"n"}');
    expect(sent(["EU-XX-1"])).toBe('{"dataCenterIds":["EU-XX-1"],"name":"n"}');
  });

  it("what the platform reports by the name of an argument or output is read without another word", () => {
    expect(reported(thing, { id: "1", name: "n", size: 3, zone: "z", lock: true, more: 1 })).toEqual({
      name: "n",
      size: 3,
      zone: "z",
    });
  });
});

describe("P-51: what restarts a running container", () => {
  const [pod] = resources();
  const all = new Set(Object.keys(pod!.inputs));

  it("is said of image, command, env, ports, disk, registry and mounts, of a template, which sets them, and of what asks for it", () => {
    const settings = ["image", "args", "cmd", "entrypoint", "disk", "env", "ports", "registry", "mounts", "templateId"];
    expect(restarting(pod!, all)).toEqual([...settings, "restartTriggers", "resetTriggers"]);
  });

  it.each(restarting(pod!, all))("the documentation of %s says so", (each) => {
    expect(docOf((pod as Resource).inputs[each]!)).toMatch(/restarts a running container/);
  });

  it("is nothing of a cluster, whose members stay or go as a whole (P-59)", () => {
    for (const resource of resources().filter(({ kind }) => kind !== "Pod"))
      expect(restarting(resource, all)).toEqual([]);
  });
});
