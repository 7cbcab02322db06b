import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { backendAddress, findBackend } from "../../../provider/host/backend";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "backend-"));
  for (const name of ["one/src", "two/src", "home", "state"]) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, "one", "Pulumi.yaml"), "name: app\nruntime: nodejs\n");
  writeFileSync(join(root, "two", "Pulumi.yaml"), "name: app\nruntime: nodejs\nbackend:\n  url: file://./states\n");
  writeFileSync(join(root, "home", "credentials.json"), '{ "current": "https://api.example.com/" }');
  symlinkSync(join(root, "state"), join(root, "link"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const nobody = () => ({ PULUMI_HOME: join(root, "nowhere") });
const loggedIn = () => ({ PULUMI_HOME: join(root, "home") });
const keyIn = async (folder: string, env: Record<string, string>, project = "app") =>
  (await findBackend(env, join(root, folder), project)).key;

describe("The backend of a run", () => {
  it("is that of PULUMI_BACKEND_URL, wherever the project is", async () => {
    const env = { ...loggedIn(), PULUMI_BACKEND_URL: "s3://states" };
    expect(await keyIn("one", env)).toBe(await keyIn("two/src", env));
    expect(await keyIn("one", env)).not.toBe(await keyIn("one", { ...env, PULUMI_BACKEND_URL: "s3://others" }));
  });

  it("is else that of the project, found above the program, and else that of the login", async () => {
    const states = `file://${join(root, "two", "states")}`;
    expect(await keyIn("two/src", loggedIn())).toBe(await keyIn("one", { PULUMI_BACKEND_URL: states }));
    const login = await keyIn("one/src", loggedIn());
    expect(login).toBe(await keyIn("two", { PULUMI_BACKEND_URL: "https://api.example.com" }));
    expect(await keyIn("one", { PULUMI_HOME: "/", PULUMI_CREDENTIALS_PATH: join(root, "home") })).toBe(login);
  });

  it("is else the project's own directory, so that two checkouts are two", async () => {
    expect(await keyIn("one/src", nobody())).toBe(await keyIn("one", nobody()));
    expect(await keyIn("one", nobody())).not.toBe(await keyIn("two", { ...nobody(), PULUMI_BACKEND_URL: "" }));
    expect(await keyIn("one", nobody(), "another project")).not.toBe(await keyIn("state", nobody(), "another project"));
  });

  it("makes the folder of the states for its owner only, as the engine does", async () => {
    const made = join(root, "new");
    (await findBackend({ PULUMI_BACKEND_URL: `file://${made}` }, root)).id();
    expect(statSync(join(made, ".pulumi")).mode & 0o777).toBe(0o700);
  });

  it("has one spelling for a folder: relative, below the home, through a link, escaped, with options", () => {
    const state = `file://${join(root, "state")}`;
    const project = join(root, "one");
    expect(backendAddress("file://../state", project)).toBe(state);
    expect(backendAddress(`file://${join(root, "link")}/`, project)).toBe(state);
    expect(backendAddress(`${state.replace("state", "st%61te")}?no_tmp_dir=true`, project)).toBe(state);
    expect(backendAddress("file://~/nowhere/at-all", project)).toBe(`file://${userInfo().homedir}/nowhere/at-all`);
    expect(backendAddress("file://~", project)).toBe(backendAddress(`file://${userInfo().homedir}`, project));
  });
});
