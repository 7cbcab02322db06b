import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { Pod } from "../../sdk";
import { portUrls } from "../../sdk/pod";

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
  const image = "registry.example.com/public/notebook:2.1";
  const valueOf = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply((value) => resolve(value)));
  beforeEach(async () => {
    await pulumi.runtime.setMocks({
      call: ({ inputs }) => inputs,
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as object }),
    });
  });
  afterEach(() => {
    delete process.env["COMPUTE_PORT_URL"];
    pulumi.runtime.setAllConfig({});
  });

  it("P-52: tells its addresses, and that of Jupyter if its port is open", async () => {
    process.env["COMPUTE_PORT_URL"] = pattern;
    const gpu = { id: "NVIDIA L40S" };
    const open = new Pod("open", { image, gpu, ports: ["8888/http"], startJupyter: true });
    expect(await valueOf(open.jupyterUrl)).toBe("https://open-id-8888.ports.example.com");
    const closed = new Pod("closed", { image, gpu, startJupyter: true });
    expect(await valueOf(closed.jupyterUrl)).toBeUndefined();
    expect(await valueOf(closed.urls)).toEqual({});
  });

  it("takes the configuration before the environment", async () => {
    process.env["COMPUTE_PORT_URL"] = pattern;
    pulumi.runtime.setAllConfig({ "compute:portUrl": "http://{podId}.example.com:{port}" });
    const web = new Pod("web", { image, cpu: { id: "cpu3c", vcpuCount: 2 }, ports: ["8080/http"] });
    expect(await valueOf(web.urls)).toEqual({ "8080/http": "http://web-id.example.com:8080" });
  });
});
