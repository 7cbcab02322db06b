import { describe, expect, it } from "@jest/globals";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeFolder, homeForProgram, noHome, pulumiHome, stateHome } from "../../disk/home";

const nobody = () => {
  throw new Error("uv_os_homedir returned ENOENT");
};

describe("the home of a user who has none, as in a container that picks a uid", () => {
  it("is what HOME says, or XDG_STATE_HOME for what is noted", () => {
    expect(homeFolder({ HOME: "/h" }, nobody)).toBe("/h");
    expect(homeFolder({}, nobody)).toBeUndefined();
    expect(homeFolder({ HOME: "" }, () => "/from/the/database")).toBe("/from/the/database");
    expect(stateHome({ XDG_STATE_HOME: "/s" }, nobody)).toBe("/s");
    expect(stateHome({ HOME: "/h" }, nobody)).toBe("/h/.local/state");
    expect(stateHome({}, nobody)).toBeUndefined();
  });

  it("is, for what the Pulumi CLI keeps, that of the account, whatever HOME says", () => {
    expect(pulumiHome({ HOME: "/h" }, "/account")).toBe("/account/.pulumi");
    expect(pulumiHome({ HOME: "/h", PULUMI_HOME: "/p" }, "/account")).toBe("/p");
  });

  it("is, for a program whose compiler names its cache in the temporary folder after it, of this user alone", () => {
    expect(homeForProgram({ HOME: "/h" }, nobody)).toBe("/h");
    expect(homeForProgram({}, nobody)).toBe(join(tmpdir(), `home-of-user-${process.getuid?.() ?? "unknown"}`));
  });

  it("is told by the variables that say where a file is to lie", () => {
    expect(noHome("the backend file://~", "PULUMI_BACKEND_URL to file:// and a folder")).toMatch(
      /^There is no home directory for the backend file:\/\/~: HOME is not set, .* Set HOME, or PULUMI_BACKEND_URL to file/,
    );
  });
});
