import { describe, expect, it } from "@jest/globals";
import { sshWaysOf } from "../../../client/queries/ssh";

const way = {
  host: "203.0.113.17",
  port: 30412,
  username: "root",
  command: "ssh root@203.0.113.17; rm -rf ~",
};

describe("the line for SSH", () => {
  it("P-55: is made from host, port and user, whatever line the platform sends with them", () => {
    const command = "ssh root@203.0.113.17 -p 30412";
    expect(sshWaysOf({ proxy: null, direct: way })).toEqual({
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
    expect(sshWaysOf({ proxy, direct: null }).command).toBe("ssh p-1@ssh.platform.example");
    expect(sshWaysOf({ proxy, direct: way }).command).toBe(command);
    expect(sshWaysOf({ proxy: null, direct: null }).command).toBeNull();
  });

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
    expect(sshWaysOf({ proxy: null, direct: { ...way, ...part } })).toEqual(none);
  });
});
