// A policy pack: `pulumi preview --policy-pack policies --policy-pack-config policy-settings.json`. README.md explains each policy.
import { PolicyPack, type ResourceValidationArgs, type ReportViolation } from "@pulumi/policy";
import { type CostLimit, costProblems } from "./cost";
import { kindOf, type Resource } from "./resource";
import {
  gpuProblems,
  type PortReasons,
  portProblems,
  repositoryProblems,
  secretProblems,
  uncappedProblems,
  volumeProblems,
} from "./rules";

/** Checks each resource of this package by itself. */
const each =
  (problemsOf: (resource: Resource, args: ResourceValidationArgs) => string[]) =>
  (args: ResourceValidationArgs, report: ReportViolation) => {
    const kind = kindOf(args.type);
    if (kind === undefined) return;
    for (const problem of problemsOf({ kind, name: args.name, props: args.props }, args)) report(problem);
  };

const listOfStrings = { type: "array", items: { type: "string" } } as const;

new PolicyPack("compute", {
  enforcementLevel: "mandatory",
  policies: [
    {
      name: "hourly-cost",
      description: "The stack costs no more per hour than its limit.",
      configSchema: {
        properties: { maxHourlyCost: { type: "number", minimum: 0 }, prices: { type: "object" } },
        required: ["maxHourlyCost", "prices"],
      },
      validateStack: (stack, report) => {
        const resources = stack.resources.flatMap(({ type, name, props }) => {
          const kind = kindOf(type);
          return kind === undefined ? [] : [{ kind, name, props }];
        });
        for (const problem of costProblems(resources, stack.getConfig<CostLimit>())) report(problem);
      },
    },
    {
      name: "allowed-gpus",
      description: "Pods, clusters and endpoints use GPU types and pools from the list.",
      configSchema: { properties: { allowed: listOfStrings }, required: ["allowed"] },
      validateResource: each((resource, args) =>
        gpuProblems(resource, args.getConfig<{ allowed: string[] }>().allowed),
      ),
    },
    {
      name: "capped-hardware",
      description: "Pods and clusters name their hardware by its id, or say what it may cost.",
      enforcementLevel: "disabled",
      validateResource: each(uncappedProblems),
    },
    {
      name: "public-ports",
      description: "Every port that is open to the internet has a reason.",
      configSchema: { properties: { reasons: { type: "object", default: {} } } },
      validateResource: each((resource, args) =>
        portProblems(resource, args.getConfig<{ reasons?: PortReasons }>().reasons ?? {}),
      ),
    },
    {
      name: "volumes-keep-data",
      description: "Network volumes are protected, and no replacement may destroy their data.",
      validateResource: each((resource, args) => volumeProblems(resource, args.opts.protect)),
    },
    {
      name: "delegated-repositories",
      description: "The platform may pull only from repositories on the list.",
      configSchema: { properties: { allowed: { ...listOfStrings, default: [] } } },
      validateResource: each((resource, args) =>
        repositoryProblems(resource, args.getConfig<{ allowed?: string[] }>().allowed ?? []),
      ),
    },
    {
      name: "no-plaintext-secrets",
      description: "Environment variables refer to secrets of the account instead of holding them.",
      configSchema: { properties: { allowed: { ...listOfStrings, default: [] } } },
      validateResource: each((resource, args) =>
        secretProblems(resource, args.getConfig<{ allowed?: string[] }>().allowed ?? []),
      ),
    },
  ],
});
