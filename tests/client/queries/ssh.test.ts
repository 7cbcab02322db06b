import { describe, expect, it } from "@jest/globals";
import { sshWaysOf } from "../../../client/queries/ssh";

const way = {
  host: "203.0.113.17",
  port: 30412,
  username: "root",
  command: "ssh root@203.0.113.17; rm -rf ~",
};

const open = { status: "RUNNING", env: { PUBLIC_KEY: "ssh-ed25519 AAAA" } };
const ways = (ssh: Parameters<typeof sshWaysOf>[0]["ssh"], pod: object = {}) => sshWaysOf({ ...open, ...pod, ssh });

describe("the line for SSH", () => {
  it("P-55: is made from host, port and user, whatever line the platform sends with them", () => {
    const command = "ssh root@203.0.113.17 -p 30412";
    expect(ways({ proxy: null, direct: way })).toEqual({
      proxy: null,
      direct: { ...way, command },
      command,
    });
    const proxy = {
      ...way,
      host: "ssh.platform.example",
      port: 22,
      username: "p-1",
    };
    expect(ways({ proxy, direct: null }).command).toBe("ssh p-1@ssh.platform.example");
    expect(ways({ proxy, direct: way }).command).toBe(command);
    expect(ways({ proxy: null, direct: null }).command).toBeNull();
  });

  it.each([{ status: "EXITED" }, { status: "PROVISIONING" }, { env: {} }, { env: { PUBLIC_KEY: "" } }])(
    "P-53, P-55: is none where nobody can log in: %j",
    (pod) => {
      expect(ways({ proxy: way, direct: null }, pod)).toMatchObject({ proxy: { host: way.host }, command: null });
    },
  );

  it.each([
    { host: "203.0.113.17; reboot" },
    { host: "$(reboot)" },
    { host: "-oProxyCommand=reboot" },
    { host: "" },
    { username: "root`reboot`" },
    { username: "-l" },
    { port: 0 },
    { port: 22.5 },
    { port: 70_000 },
    { port: Number.NaN },
  ])("is none where %j is no part of an address", (part) => {
    const none = { proxy: null, direct: null, command: null };
    expect(ways({ proxy: null, direct: { ...way, ...part } })).toEqual(none);
  });
});
