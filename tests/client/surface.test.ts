import { expect, it } from "@jest/globals";
import { contract } from "../../api";
import { createClient } from "../../client";

const client = createClient({});

/** Where the client has each group of the contract, and what it offers there beyond the group's operations. */
const families: { [G in keyof typeof contract]: { family: object; more?: readonly string[] } } = {
  pods: { family: client.pods, more: ["lastLines", "listAll", "start", "stop", "restart", "terminate"] },
  clusters: { family: client.clusters },
  networkVolumes: { family: client.networkVolumes },
  registries: { family: client.registries },
  delegations: { family: client.registries.delegations, more: ["get"] },
  serverless: { family: client.serverless, more: ["listAll", "releasesAll", "buildsAll", "workerLastLines"] },
  templates: { family: client.templates, more: ["listAll"] },
  catalog: { family: client.catalog },
  sshKeys: { family: client.account.sshKeys },
  secrets: { family: client.account.secrets },
  billing: { family: client.billing },
  queue: { family: client.queue("e"), more: ["job", "locate"] },
  v1Registries: { family: client.v1.registries },
  v1Pods: { family: client.v1.pods },
  v1NetworkVolumes: { family: client.v1.networkVolumes },
  v1Endpoints: { family: client.v1.endpoints },
  v1Templates: { family: client.v1.templates },
  v1Billing: { family: client.v1.billing },
};

const methodsOf = (family: object) => {
  const made = Object.getPrototypeOf(family) as object;
  const members = Object.getOwnPropertyDescriptors(made === Object.prototype ? family : made);
  return Object.keys(members).filter((name) => name !== "constructor" && typeof members[name]?.value === "function");
};

it.each(Object.entries(families))(
  "%s: a method for every operation, and an operation for every method",
  (group, row) => {
    const operations = Object.keys(contract[group as keyof typeof contract]);
    expect(methodsOf(row.family).sort()).toEqual([...operations, ...(row.more ?? [])].sort());
  },
);
