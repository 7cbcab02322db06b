import { describe, expect, it } from "@jest/globals";
import { gpuPod, usePlatform } from "./support/platform";

const platform = usePlatform();
const put = (keys: unknown) => platform.call("PUT", "/v2/account/ssh-keys", { keys });
const keys = async () => (await platform.get("/v2/account/ssh-keys")).body;
const key = (comment = "ops@example.org") => `ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ${comment}`;

describe("SSH keys", () => {
  it("U-1, U-2, U-3: PUT replaces the whole set, [] removes all", async () => {
    expect(await keys()).toEqual({ keys: [] });
    expect(await put([key("a"), key("b")])).toMatchObject({ status: 200, body: { keys: [key("a"), key("b")] } });
    await put([key("b"), "ecdsa-sha2-nistp256 AAAA"]);
    expect(await keys()).toEqual({ keys: [key("b"), "ecdsa-sha2-nistp256 AAAA"] });
    await put([]);
    expect(await keys()).toEqual({ keys: [] });
  });

  it.each([`${key()}\nssh-rsa AAAA`, "rsa AAAA", "ssh-rsa", "", " ssh-rsa AAAA"])(
    "U-5: with the malformed entry %j nothing is stored: 422",
    async (bad) => {
      await put([key()]);
      const refused = await put(["ssh-rsa AAAA", bad]);
      expect(refused.status).toBe(422);
      expect(refused.body.errors[0]).toMatch(/^\$\.keys\[1\]: /);
      expect(await keys()).toEqual({ keys: [key()] });
    },
  );

  it("U-2: no other member, and keys is required", async () => {
    expect((await platform.call("PUT", "/v2/account/ssh-keys", {})).body.errors).toEqual([
      "$: missing property 'keys'",
    ]);
    expect((await platform.call("PUT", "/v2/account/ssh-keys", { keys: [], more: 1 })).status).toBe(422);
  });
});

describe("secrets", () => {
  const create = (body: object) => platform.post("/v2/account/secrets", body);
  const token = { name: "api/token", value: "hidden-value", description: "for tests" };

  it("U-11, U-12, U-15, U-16: a secret is stored and its value never returned", async () => {
    const created = await create(token);
    expect(created.status).toBe(201);
    const { id, createdAt } = created.body;
    const shown = { id, name: "api/token", description: "for tests", createdAt, valueLastUpdatedAt: createdAt };
    expect(created.body).toEqual(shown);
    expect((await platform.get(`/v2/account/secrets/${id}`)).body).toEqual(shown);
    expect((await platform.get("/v2/account/secrets")).body).toEqual({ secrets: [shown] });
    expect((await platform.get("/v2/account/secrets/none")).status).toBe(404);
  });

  it("U-10: the list can be narrowed by name, in any case", async () => {
    await create(token);
    await create({ name: "OTHER", value: "v" });
    const listed = async (name: string) => (await platform.get(`/v2/account/secrets?name=${name}`)).body.secrets.length;
    expect([await listed("other"), await listed("API/TOKEN"), await listed("none")]).toEqual([1, 1, 0]);
  });

  it("U-11, A-26: a taken name → 409; bad names, reserved names and bounds → 422", async () => {
    await create(token);
    expect(await create(token)).toMatchObject({ status: 409, body: { title: "Conflict" } });
    const bad = [
      { ...token, name: "1st" },
      { ...token, name: "with space" },
      { ...token, name: "n".repeat(192) },
      { ...token, name: "PLATFORM_x" },
      { ...token, name: "platform" },
      { name: "n", value: "" },
      { name: "n" },
      { name: "n", value: "v", description: "d".repeat(65_536) },
      { name: "n", value: "v", id: "own" },
    ];
    for (const body of bad) expect((await create(body)).status).toBe(422);
    const long = await create({ name: "n", value: "v", description: "é".repeat(32_768) });
    expect(long.body.errors).toEqual(["$.description: maxBytes: got 65536, want 65535"]);
  });

  it("U-11: a value is under 16,777,216 bytes of UTF-8", async () => {
    expect((await create({ name: "big", value: "x".repeat(16_777_215) })).status).toBe(201);
    expect((await create({ name: "bigger", value: "x".repeat(16_777_216) })).status).toBe(422);
  });

  it("U-13, U-19, A-84: value and description change one by one or together; name does not; {} → 422", async () => {
    const { id, createdAt } = (await create(token)).body;
    const path = `/v2/account/secrets/${id}`;
    await platform.advance(5_000);
    expect((await platform.patch(path, { description: "" })).body).toMatchObject({
      description: null,
      valueLastUpdatedAt: createdAt,
    });
    const rotated = await platform.patch(path, { value: "new", description: "both" });
    expect(rotated).toMatchObject({ status: 200, body: { description: "both", createdAt } });
    expect(rotated.body.valueLastUpdatedAt > createdAt).toBe(true);
    expect((await platform.patch(path, {})).body.errors).toEqual(["$: minProperties: got 0, want 1"]);
    expect((await platform.patch(path, { name: "n", value: "v" })).status).toBe(422);
    expect((await platform.patch("/v2/account/secrets/none", { value: "v" })).status).toBe(404);
  });

  it("U-19: a refused description may leave nothing or the value changed, never the description", async () => {
    const { id } = (await create(token)).body;
    const refused = await platform.patch(`/v2/account/secrets/${id}`, { value: "v2", description: "d".repeat(70_000) });
    expect(refused.status).toBe(422);
    expect((await platform.get(`/v2/account/secrets/${id}`)).body.description).toBe("for tests");
  });

  it("U-14: delete", async () => {
    const { id } = (await create(token)).body;
    expect((await platform.delete(`/v2/account/secrets/${id}`)).status).toBe(204);
    expect((await platform.delete(`/v2/account/secrets/${id}`)).status).toBe(404);
    expect((await create(token)).status).toBe(201);
  });

  it("U-17, U-18: a placeholder becomes the value when the container boots, and stays what it was then", async () => {
    const { id } = (await create(token)).body;
    const env = { TOKEN: "Bearer {{ PLATFORM_SECRET_api/token }}", OTHER: "{{ PLATFORM_SECRET_none }}", PLAIN: "x" };
    const pod = await platform.runningPod({ env });
    const inside = () => platform.emulator.store.pods.get(pod.id)?.bootEnv;
    const booted = { TOKEN: "Bearer hidden-value", OTHER: "{{ PLATFORM_SECRET_none }}", PLAIN: "x" };
    expect(pod.env).toEqual(env);
    expect(inside()).toEqual(booted);
    await platform.patch(`/v2/account/secrets/${id}`, { value: "rotated" });
    expect(inside()).toEqual(booted);
    await platform.post(`/v2/pods/${pod.id}/action`, { action: "restart" });
    await platform.advance(1_000);
    expect((await platform.get(`/v2/pods/${pod.id}`)).body.env).toEqual(env);
    expect(inside()?.TOKEN).toBe("Bearer rotated");
  });

  it("U-18: a pod that booted before a rotation has the old value even if nobody looked", async () => {
    const { id } = (await create(token)).body;
    const pod = await platform.create("/v2/pods", gpuPod({ env: { T: "{{PLATFORM_SECRET_api/token}}" } }));
    await platform.advance(10_000);
    await platform.patch(`/v2/account/secrets/${id}`, { value: "rotated" });
    await platform.get(`/v2/pods/${pod.id}`);
    expect(platform.emulator.store.pods.get(pod.id)?.bootEnv).toEqual({ T: "hidden-value" });
  });
});
