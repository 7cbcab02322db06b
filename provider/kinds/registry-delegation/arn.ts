import type { Delegation } from "../../../api/registries";

const pattern = /^arn:[a-z-]+:ecr:([a-z0-9-]+):(\d+):repository\/([^:\s]+)(?::(\S+))?$/;

/** The tag where the ARN names none. */
const usualTag = "latest";

/** What the ARN of a repository says, in one form; the partition follows from the region. Anything else stays as it is. */
export function canonicalArn(value: unknown): unknown {
  const parts = typeof value === "string" ? pattern.exec(value.trim()) : null;
  if (!parts) return value;
  const [, region, account, repository, tag = usualTag] = parts;
  return [region, account, repository, tag].join(" ");
}

/** The ARN that a delegation must have been registered with. The platform reports its parts, and not the whole. */
export function arnOf({ awsRegion, awsUser, repository, tag }: Delegation): string {
  const ending = tag === usualTag ? "" : `:${tag}`;
  return `arn:${partitionOf(awsRegion)}:ecr:${awsRegion}:${awsUser}:repository/${repository}${ending}`;
}

function partitionOf(region: string): string {
  if (region.startsWith("cn-")) return "aws-cn";
  return region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
}
