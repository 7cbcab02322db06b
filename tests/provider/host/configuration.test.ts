import { describe, expect, it } from "@jest/globals";
import { readSettings, wrongSettings } from "../../../provider/host/settings";
import { gpuPod } from "../fixtures";
import { type Program, startRig } from "../rig";

const pod: Program = { trainer: { kind: "Pod", inputs: gpuPod } };

describe("configuration", () => {
  it("missing is told with every way to set it", async () => {
    const bare = await startRig({ "compute:apiKey": undefined, "compute:apiUrl": undefined });
    try {
      await expect(bare.up(pod)).rejects.toThrow(
        /config set --secret compute:apiKey`.*COMPUTE_API_KEY[^]*compute:apiUrl.*COMPUTE_API_URL/,
      );
    } finally {
      await bare.emulator.close();
    }
  });

  it.each([
    [{ "compute:apiUrl": "nowhere" }, /apiUrl is not a URL.*config set compute:apiUrl/],
    [{ "compute:apiUrl": "https://x.example/v2" }, /leave out the final \/v2/],
    [{ "compute:refreshBeforeUpdate": "yes" }, /refreshBeforeUpdate must be true or false, not "yes".*config set/],
    [{ "compute:maxHourlyCost": "ten" }, /maxHourlyCost must be a number of 0 or more, in USD per hour, not "ten"/],
    [
      { "compute:apiKey": "two words" },
      /API key holds a space.*config set --secret compute:apiKey`, which asks for it/,
    ],
    [{ "compute:queueAuth": "basic" }, /must be bearer \(the default\) or bare.*config set compute:queueAuth/],
    [{ "compute:baseUrl": "x" }, /baseUrl is not a URL.*config set compute:baseUrl <address that ends in \/v1>/],
    [{ "compute:queueUrl": "nonsense" }, /queueUrl is not a URL.*config set compute:queueUrl/],
    [{ "compute:queueUrl": "http://queue.example" }, /queueUrl begins with http:\/\/.*in the clear/],
    [{ "compute:portUrl": "https://ports.example" }, /portUrl is not an address with \{podId\} and \{port\} in it/],
    [{ "compute:portUrl": "https://{podID}-{port}.example" }, /config set compute:portUrl <address with \{podId\}/],
  ])("that can't be right is told in a preview: %j", async (settings, reason) => {
    const wrong = await startRig(settings);
    try {
      await expect(wrong.up(pod)).rejects.toThrow(reason);
      expect(wrong.emulator.requests.list()).toEqual([]);
    } finally {
      await wrong.emulator.close();
    }
  });

  it("that is right lets a preview go on, also where a key of the environment would not be sent to a further address", async () => {
    const rig = await startRig({
      "compute:baseUrl": "https://api.example.com/v1",
      "compute:queueUrl": "https://api.example.com/queue",
      "compute:queueAuth": "bare",
      "compute:portUrl": "http://{podId}.example.com:{port}",
    });
    const { apiKey, apiUrl } = rig.emulator;
    const env = { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl };
    try {
      expect((await rig.provider("Pod").check({}, gpuPod)).failures).toEqual([]);
      const settings = readSettings(
        { get: (key) => (key === "compute:queueUrl" ? "https://q.example" : undefined) },
        env,
      );
      expect(settings.withheld).toHaveProperty("queueUrl");
      expect(wrongSettings(settings)).toEqual([]);
      expect(wrongSettings(settings, "queue")).toEqual([
        { property: "", reason: expect.stringContaining("the key was not sent there") },
      ]);
    } finally {
      await rig.emulator.close();
    }
  });

  it("a check failure, which engines print as it is, neither steers a terminal nor speaks to a CI system", async () => {
    const rig = await startRig();
    try {
      const evil = "a\u001b[2J\u202e\n::error::x\n##vso[task.setvariable]y";
      const asked = { ...gpuPod, [evil]: 1, env: { [evil]: "" } };
      const { failures } = await rig.provider("Pod").check({}, asked);
      const said = failures.map(({ property, reason }) => `${property}\n${reason}`).join("\n");
      expect(said).toContain("\\u001b[2J");
      expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]|^\s*::|##vso\[/m);
    } finally {
      await rig.emulator.close();
    }
  });

  it("A-21: a key that was rotated since the last up is explained on refresh and destroy", async () => {
    const stale = await startRig({ "compute:apiKey": "rotated-away" });
    try {
      const { pod: _pod, ...outputs } = { pod: 1, __declared: [] };
      await expect(stale.provider("Pod").read("p1", outputs)).rejects.toMatchObject({
        code: "stored_key_refused",
        message: expect.stringMatching(/pulumi up/),
      });
      await expect(stale.provider("Pod").delete("p1", outputs)).rejects.toMatchObject({ code: "stored_key_refused" });
      const provider = stale.provider("Pod");
      const { inputs } = await provider.check({}, gpuPod);
      const verbs = [
        () => provider.create(inputs),
        () => provider.import("p1", {}),
        () => provider.delete("p1", outputs),
      ];
      // The host prints the text of an error and its stack.
      for (const verb of verbs) {
        const error = await verb().then(undefined, (refusal: Error) => refusal);
        expect(error).toMatchObject({ message: String(error), stack: "" });
      }
    } finally {
      await stale.emulator.close();
    }
  });
});
