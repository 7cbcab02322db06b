import { ownMember } from "../../../values/own-member";
import * as z from "zod";
import { Site } from "../../../api/catalog";
import { Cluster } from "../../../api/clusters";
import { Cpu, CpuResponse, PodGpuResponse } from "../../../api/compute";
import { Mounts, MountsResponse, NetworkMount, PersistentMount, TemplateMounts } from "../../../api/mounts";
import { PodCluster, PodRuntime, SshEndpoint } from "../../../api/pods";
import { RequestUrls, Scaling, Worker, Workers } from "../../../api/serverless";
import { needSchemas } from "../../../provider/kinds/shared/need-schemas";
import type { Resource } from "../../../provider/table/resource";
import { resources } from "../../../provider/kinds";
import { ComputeOrNeed } from "../../../provider/kinds/cluster/hardware";
import { PoolsOrNeed } from "../../../provider/kinds/endpoint/hardware";
import { CpuOrNeed, GpuOrNeed } from "../../../provider/kinds/pod/hardware";
import { functionToken } from "../../../plugin/names";
import type { EnumTypeSpec, ObjectTypeSpec, TypeSpec } from "../../../plugin/schema";
import { answerDocs } from "./answer-docs";
import { typeDocs } from "./type-docs";
import { isOptional, shapeOf, unwrapped } from "../../../plugin/functions/zod-shape";

/** Unions of the contract that have a name. */
const unionNames = new Map<z.ZodType, Readonly<Record<Use, string>>>([
  [Scaling, { argument: "EndpointScaling", output: "EndpointScalingResult" }],
  [RequestUrls, { argument: "EndpointRequestUrls", output: "EndpointRequestUrls" }],
]);

/** Objects of the contract, and of tables, that have a name. Others are called after the argument or output that they are. */
const ownNames = new Map<z.ZodType, string>([
  [GpuOrNeed, "PodGpu"],
  [CpuOrNeed, "PodCpu"],
  [ComputeOrNeed, "ClusterCompute"],
  [Cpu, "EndpointCpu"],
  [unwrapped(needSchemas.manufacturer), "GpuManufacturer"],
  [PoolsOrNeed, "EndpointGpu"],
  [Workers, "EndpointWorkers"],
  [Mounts, "Mounts"],
  [TemplateMounts, "TemplateMounts"],
  [PersistentMount, "PersistentMount"],
  [NetworkMount, "NetworkMount"],
  [SshEndpoint, "SshEndpoint"],
  [MountsResponse, "MountsResult"],
  [PodGpuResponse, "PodGpuResult"],
  [CpuResponse, "PodCpuResult"],
  [PodRuntime, "PodRuntime"],
  [PodCluster, "PodMembership"],
  [unwrapped(Cluster.shape.pods), "ClusterPods"],
  [unwrapped(Cluster.shape.network), "ClusterNetwork"],
  [unwrapped(Cluster.shape.primary), "ClusterPrimary"],
  [Site, "CatalogSite"],
  [Worker, "ServerlessWorker"],
]);

/** Arguments refuse what is not in an enum; outputs pass on whatever the platform says, now and in years. */
export type Use = "argument" | "output";

/** The named types of a schema, as they are met. */
export class Types {
  readonly all: Record<string, ObjectTypeSpec | EnumTypeSpec> = {};

  /** @param name what an object or an enum is called that has no name of its own. */
  of(schema: z.ZodType, use: Use, name: string): TypeSpec {
    const shape = shapeOf(schema);
    switch (shape.is) {
      case "string":
      case "number":
      case "integer":
      case "boolean":
        return { type: shape.is };
      case "any":
        return { $ref: "pulumi.json#/Any" };
      case "open":
        return { type: "string" };
      case "enum":
        return use === "output" ? { type: "string" } : this.enum(ownNames.get(unwrapped(schema)) ?? name, shape.values);
      case "list":
        return { type: "array", items: this.of(shape.of, use, name) };
      case "map":
        return { type: "object", additionalProperties: this.of(shape.of, use, name) };
      case "object":
        return this.object(ownNames.get(shape.schema) ?? name, shape.members, use);
      case "union":
        return this.union(shape.options, use, unionNames.get(unwrapped(schema))?.[use] ?? name);
    }
  }

  /** Adds a type that no zod schema says. */
  declare(token: string, spec: ObjectTypeSpec): void {
    this.all[token] = spec;
  }

  /** A type that is there already. */
  refTo(name: string): TypeSpec {
    if (!ownMember(this.all, functionToken(name))) throw new Error(`there is no type ${name}`);
    return refTo(name);
  }

  private enum(name: string, values: readonly string[]): TypeSpec {
    const { doc } = docsOf(name);
    const members = values.map((value) => ({ name: pascal(value), value }));
    this.add(name, { type: "string", description: doc, enum: members });
    return refTo(name);
  }

  private object(name: string, members: Readonly<Record<string, z.ZodType>>, use: Use): TypeSpec {
    this.add(name, this.spec(name, members, use));
    return refTo(name);
  }

  /** What an object is, without making a type of it. */
  spec(name: string, members: Readonly<Record<string, z.ZodType>>, use: Use): ObjectTypeSpec {
    const docs = docsOf(name);
    const properties = Object.entries(members).map(([member, schema]) => {
      const description = ownMember(docs.members ?? {}, member) ?? docOfKind(name, member);
      if (description === undefined)
        throw new Error(`neither type-docs.ts nor answer-docs.ts says what ${name}.${member} is`);
      const secret = docs.secret?.includes(member) === true;
      return [
        member,
        { ...this.of(schema, use, name + pascal(member)), description, ...(secret && { secret }) },
      ] as const;
    });
    return {
      type: "object",
      description: docs.doc,
      properties: Object.fromEntries(properties),
      required: Object.keys(members).filter((member) => !isOptional(ownMember(members, member)!)),
    };
  }

  /** Not every language can say "one or the other": a length of time is text, and of several objects all members are optional. */
  private union(options: readonly z.ZodType[], use: Use, name: string): TypeSpec {
    const shapes = options.map(shapeOf);
    if (shapes.some(({ is }) => is === "string") && shapes.every(({ is }) => is === "string" || is === "number"))
      return { type: "string" };
    const members = shapes.flatMap((shape) => (shape.is === "object" ? [shape.members] : []));
    if (members.length < shapes.length) throw new Error(`${name} is a union that a Pulumi schema can't say`);
    const all: Record<string, z.ZodType> = {};
    for (const [member, schema] of members.flatMap((each) => Object.entries(each))) {
      const known = ownMember(all, member);
      all[member] = known && known !== schema ? eitherOf(known, schema) : schema;
    }
    const optional = Object.entries(all).map(([member, schema]) => [member, schema.optional()] as const);
    return this.object(name, Object.fromEntries(optional), use);
  }

  private add(name: string, spec: ObjectTypeSpec | EnumTypeSpec): void {
    const token = functionToken(name);
    const known = ownMember(this.all, token);
    if (known && JSON.stringify(known) !== JSON.stringify(spec))
      throw new Error(`two different types are called ${name}`);
    this.all[token] = spec;
  }
}

const refTo = (name: string): TypeSpec => ({ $ref: `#/types/${functionToken(name)}` });

function docsOf(name: string) {
  const docs = ownMember(typeDocs, name) ?? ownMember(answerDocs, name);
  if (!docs) throw new Error(`neither type-docs.ts nor answer-docs.ts says what ${name} is`);
  return docs;
}

/** An object of a kind has what its resource has: where nothing else is said of a member, what the table says of the field. */
function docOfKind(name: string, member: string): string | undefined {
  const resource = (resources() as readonly Resource[]).find(({ kind }) => `${kind}Result` === name);
  return resource && (ownMember(resource.inputs, member)?.doc ?? ownMember(resource.outputs, member)?.doc);
}

/** `HIGH_PERFORMANCE` and `highPerformance` are `HighPerformance`. */
export const pascal = (name: string): string =>
  name
    .split(/[_-]/)
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** A member that objects of a union have in common: what tells them apart can be any of their words. */
function eitherOf(one: z.ZodType, other: z.ZodType): z.ZodType {
  const [a, b] = [shapeOf(one), shapeOf(other)];
  return a.is === "enum" && b.is === "enum" ? z.enum([...a.values, ...b.values]) : other;
}
