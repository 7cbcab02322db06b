import { describe, expect, it } from "@jest/globals";
import { pod } from "../../../provider/kinds/pod/fields";
import { registryCredential } from "../../../provider/kinds/registry-credential/fields";
import { check } from "../../../provider/table/check";
import type { Props } from "../../../provider/table/props";
import type { Resource } from "../../../provider/table/resource";
import { fixedBytes, gpuPod } from "../fixtures";

describe("names", () => {
  const named = (news: Props, olds: Props = {}, resource: Resource = pod) =>
    check(resource, olds, { ...news, __logicalName: "trainer" }, fixedBytes).inputs.name;
  const nameless = { ...gpuPod, name: undefined };

  it("left out are made of the logical name and a suffix", () => {
    expect(named(nameless)).toMatch(/^trainer-c[a-z2-7]{11}$/);
  });
  it("stay what they were", () => {
    expect(named(nameless, { name: "trainer-0000001" })).toBe("trainer-0000001");
  });
  it("made by us are marked as ours, and stay so", () => {
    const made = check(pod, {}, { ...nameless, __logicalName: "trainer" }, fixedBytes).inputs;
    expect(made.__autoName).toBe(made.name);
    expect(check(pod, made, { ...nameless, __logicalName: "trainer" }, fixedBytes).inputs).toEqual(made);
    expect(check(pod, made, { ...gpuPod }, fixedBytes).inputs).not.toHaveProperty("__autoName");
  });
  it("that came as secrets are marked as such for as long as they are kept", () => {
    const marked = { ...gpuPod, name: "mine", __secrets: ["name"] };
    const made = check(pod, {}, marked, fixedBytes).inputs;
    expect(made).toMatchObject({ name: "mine", __secretName: true });
    expect(check(pod, made, nameless, fixedBytes).inputs).toMatchObject({ name: "mine", __secretName: true });
    expect(check(pod, made, { ...gpuPod, name: "mine" }, fixedBytes).inputs).not.toHaveProperty("__secretName");
    expect(check(pod, { name: "mine" }, nameless, fixedBytes).inputs).not.toHaveProperty("__secretName");
  });
  it("given are taken", () => {
    expect(named({ ...nameless, name: "mine" }, { name: "other" })).toBe("mine");
  });
  it("R-2: stay within 191 characters", () => {
    const long = check(
      registryCredential,
      {},
      { username: "u", password: "p", __logicalName: "n".repeat(300) },
      fixedBytes,
    );
    expect(long.failures).toEqual([]);
    expect(String(long.inputs.name)).toHaveLength(191);
    expect(long.inputs.name).toMatch(/n-c[a-z2-7]{11}$/);
  });
  it("the logical name itself is not kept", () => {
    expect(check(pod, {}, { ...gpuPod, __logicalName: "trainer" }, fixedBytes).inputs).not.toHaveProperty(
      "__logicalName",
    );
  });
});
