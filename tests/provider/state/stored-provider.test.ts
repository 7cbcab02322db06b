import { describe, expect, it } from "@jest/globals";
import { type KindName, kindNames } from "../../../provider/kinds/names";
import { storedProvider } from "../../../provider/state/stored-provider";

const before =
  'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-compute-platform/provider")';

/** Written out, for they are in users' states. */
const exportOf: Readonly<Record<KindName, string>> = {
  Pod: "pod",
  Cluster: "cluster",
  NetworkVolume: "networkVolume",
  RegistryCredential: "registryCredential",
  SshKey: "sshKey",
  AccountSshKeys: "accountSshKeys",
  Endpoint: "endpoint",
  Template: "template",
  Ready: "ready",
  JobRun: "jobRun",
  AccountSecret: "accountSecret",
  RegistryDelegation: "registryDelegation",
};

describe("what state holds as the provider", () => {
  it.each(kindNames)("is for %s these bytes, for ever", (kind) => {
    expect(storedProvider(kind)).toBe(`${before}.${exportOf[kind]}`);
  });

  it.each(kindNames)("is at most 160 bytes for %s", (kind) => {
    expect(Buffer.byteLength(storedProvider(kind))).toBeLessThanOrEqual(160);
  });
});
