import { describe, expect, it } from "@jest/globals";
import { kindNames } from "../../../provider/kinds/names";
import { storedProvider } from "../../../provider/state/stored-provider";

const before =
  'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-compute-platform/provider")';

describe("what state holds as the provider", () => {
  it.each([
    ["Pod", `${before}.pod`],
    ["Cluster", `${before}.cluster`],
    ["NetworkVolume", `${before}.networkVolume`],
    ["RegistryCredential", `${before}.registryCredential`],
    ["SshKey", `${before}.sshKey`],
    ["AccountSshKeys", `${before}.accountSshKeys`],
    ["Endpoint", `${before}.endpoint`],
    ["Template", `${before}.template`],
    ["Ready", `${before}.ready`],
    ["JobRun", `${before}.jobRun`],
    ["AccountSecret", `${before}.accountSecret`],
    ["RegistryDelegation", `${before}.registryDelegation`],
  ] as const)("is for %s these bytes, for ever", (kind, bytes) => {
    expect(storedProvider(kind)).toBe(bytes);
  });

  it.each(kindNames)("is at most 160 bytes for %s", (kind) => {
    expect(Buffer.byteLength(storedProvider(kind))).toBeLessThanOrEqual(160);
  });
});
