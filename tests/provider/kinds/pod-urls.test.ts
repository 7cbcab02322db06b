import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Pod } from "../../../api/pods";
import { type Emulator, startEmulator } from "../../../emulator";
import { observePod, portUrls } from "../../../provider/kinds/pod/view";
import { podNamed } from "../../support/pod-samples";
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

describe("addresses that the platform reports", () => {
  const ip = "203.0.113.9";
  const tcp = (inside: number, outside: number) => ({ private: inside, public: outside, type: "tcp", ip });
  const http = (inside: number) => ({ private: inside, public: null, type: "http", ip: null });
  const told = (ports: string[], mapped: NonNullable<Pod["runtime"]>["ports"]) =>
    observePod(podNamed("a", { ports, runtime: { ports: mapped } }), {}).endpoints;

  it("M-10: belong to the port of the same number and type", () => {
    expect(told(["8080/http", "8080/tcp"], [http(8_080), tcp(8_080, 32_000)])).toEqual({ "8080/tcp": `${ip}:32000` });
    expect(told(["8080/http"], [tcp(8_080, 32_000)])).toEqual({});
    expect(told(["22/tcp"], [{ private: 22, public: 30_412, ip }])).toEqual({ "22/tcp": `${ip}:30412` });
  });

  it("M-10: of a port from 70000 up have equal numbers, which the platform chooses", () => {
    expect(told(["22/tcp", "70000/tcp"], [tcp(31_007, 31_007), tcp(22, 22)])).toEqual({
      "22/tcp": `${ip}:22`,
      "70000/tcp": `${ip}:31007`,
    });
    expect(told(["22/tcp"], [tcp(31_007, 31_007)])).toEqual({});
  });

  it("M-10: of several ports from 70000 up stand under the numbers that they got", () => {
    expect(told(["70000/tcp", "70001/tcp"], [tcp(31_008, 31_008), tcp(31_007, 31_007)])).toEqual({
      "31008/tcp": `${ip}:31008`,
      "31007/tcp": `${ip}:31007`,
    });
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
