import * as z from "zod";
import { type Delegation, DelegationCreate } from "../../../api/registries";
import { defineResource, field } from "../../table/resource";
import { adoptField, timeoutsField } from "../shared/provider-only";

const pattern = /^arn:[a-z-]+:ecr:([a-z0-9-]+):(\d+):repository\/([^:\s]+)(?::(\S+))?$/;

/** The default tag of an ARN. */
const usualTag = "latest";

/** The canonical form of a repository's ARN; the partition follows from the region. Other values stay unchanged. */
export function canonicalArn(value: unknown): unknown {
  const parts = typeof value === "string" ? pattern.exec(value.trim()) : null;
  if (!parts) return value;
  const [, region, account, repository, tag = usualTag] = parts;
  return [region, account, repository, tag].join(" ");
}

/** The ARN with which a delegation must have been registered. The platform reports only its parts. */
export function arnOf({ awsRegion, awsUser, repository, tag }: Delegation): string {
  const ending = tag === "" || tag === usualTag ? "" : `:${tag}`;
  return `arn:${partitionOf(awsRegion)}:ecr:${awsRegion}:${awsUser}:repository/${repository}${ending}`;
}

function partitionOf(region: string): string {
  if (region.startsWith("cn-")) return "aws-cn";
  return region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
}

const output = (doc: string) => ({ schema: z.string(), doc, rules: ["R-23"], stable: true });

export const registryDelegation = defineResource({
  kind: "RegistryDelegation",
  doc: "Lets the platform pull images from a repository of an Amazon Elastic Container Registry (ECR), without a password that expires. The platform can't change a delegation: any change registers a new one and revokes the old one.",
  source: "7",
  requests: { create: DelegationCreate },
  inputs: {
    name: field(z.string().min(1).optional(), {
      change: "replace",
      doc: "A label; need not be unique. Default: the resource's name in the program and a short suffix.",
      limits: "string, at least 1 character",
      rules: ["R-21", "R-23"],
      freeText: true,
    }),
    resource: field(DelegationCreate.shape.resource, {
      change: "replace",
      doc: "ARN of the repository.",
      limits:
        "`arn:aws:ecr:REGION:ACCOUNT:repository/NAME`; with `:TAG` at its end for images with another tag than `latest`",
      rules: ["R-21"],
      canonical: canonicalArn,
    }),
    timeouts: timeoutsField,
    adopt: adoptField,
  },
  outputs: {
    delegatorUserId: output("The user of the platform who may pull."),
    awsUser: output("The account that the repository belongs to."),
    awsRegion: output("The region that the repository is in."),
    repository: output("The repository's name."),
    tag: output("The tag that may be pulled."),
    createdAt: output("When the delegation was registered."),
    dockerRegistryUri: {
      schema: z.string().optional(),
      doc: "Prefix of the repository's image names.",
      rules: ["R-23"],
      stable: true,
    },
  },
  maxNameLength: 191,
  rules: [],
  misplaced: { arn: "use resource", repository: "use resource, with the repository's ARN" },
});
