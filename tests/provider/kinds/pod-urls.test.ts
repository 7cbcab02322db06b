import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../../emulator";
import { portUrls } from "../../../provider/kinds/pod/view";
import { Engine, secret, urnOf } from "../../plugin/driver";

const pattern = "https://{podId}-{port}.ports.example.com";
const pod = { id: "p1", ports: ["22/tcp", "8888/http", "8080/http"], endpoints: { "22/tcp": "203.0.113.17:30412" } };

describe("addresses of http ports", () => {
  it("M-10: one for each http port and none for tcp, from the pattern", () => {
    expect(portUrls(pod, pattern)).toEqual({
      "8888/http": "https://p1-8888.ports.example.com",
      "8080/http": "https://p1-8080.ports.example.com",
    });
  });

  it("P-30: without a pattern only what the platform tells", () => {
    expect(portUrls(pod, undefined)).toEqual({});
    const told = { ...pod, endpoints: { "8080/http": "203.0.113.17:30500" } };
    expect(portUrls(told, undefined)).toEqual({ "8080/http": "http://203.0.113.17:30500" });
  });
});

describe("a pod", () => {
  let emulator: Emulator;
  let engine: Engine;
  beforeEach(async () => {
    emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
    engine = await Engine.start(emulator);
  });
  afterEach(async () => {
    engine.close();
    await emulator.close();
  });
  const make = async (settings: Record<string, unknown>, ports: string[]) => {
    await engine.configure({ apiKey: secret(emulator.apiKey), apiUrl: emulator.apiUrl, ...settings });
    const args = { image: "registry.example.com/public/notebook:2.1", cpu: { id: "cpu3c", vcpuCount: 2 }, ports };
    return engine.make(urnOf("Pod"), { ...args, waitFor: "none" });
  };

  it("P-52: tells its addresses in every language, and that of Jupyter if its port is open", async () => {
    const { id, outputs } = await make({ portUrl: pattern }, ["8888/http"]);
    const jupyterUrl = `https://${id}-8888.ports.example.com`;
    expect(outputs).toMatchObject({ urls: { "8888/http": jupyterUrl }, jupyterUrl });
  });

  it("has no address of Jupyter where its port is closed", async () => {
    const { outputs } = await make({ portUrl: pattern }, []);
    expect(outputs["urls"]).toEqual({});
    expect(outputs).not.toHaveProperty("jupyterUrl");
  });

  it("keeps its addresses secret where the setting is one", async () => {
    const { id, outputs } = await make({ portUrl: secret(pattern) }, ["8888/http"]);
    const jupyterUrl = `https://${id}-8888.ports.example.com`;
    expect(outputs).toMatchObject({ urls: secret({ "8888/http": jupyterUrl }), jupyterUrl: secret(jupyterUrl) });
  });
});
