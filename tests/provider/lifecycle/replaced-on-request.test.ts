import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../../emulator";
import { openProject } from "../../support/project";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
});
afterEach(() => emulator.close());

const credential = (name: string, more = "") =>
  `new compute.RegistryCredential("${name}", { name: "acme", username: "u", password: "p" }, { ${more} });\n`;
const template = (name: string, more = "") =>
  `new compute.Template("${name}", { name: "base", image: "registry.example.com/acme/x:1" }, { ${more} });\n`;

describe.each(["dynamic", "plugin"] as const)(
  "--replace of a resource that was renamed and not changed since, in the form %s",
  (mode) => {
    const renamed = async (declared: (name: string, more?: string) => string) => {
      const { preview, up } = await openProject(emulator, mode);
      const after = declared("after", 'aliases: [{ name: "before" }]');
      expect(await up(declared("before"))).toMatchObject({ result: "succeeded" });
      expect(await up(after)).toMatchObject({ result: "succeeded" });
      return {
        preview: () => preview(after, { replace: ["**::after"] }),
        up: () => up(after, { replace: ["**::after"] }),
      };
    };

    it("R-15: knows that a credential's name is that of the object that it replaces, and gets another one on the platform", async () => {
      const { preview, up } = await renamed(credential);
      expect((await preview()).said).not.toContain("asks for the name");
      expect(await up()).toMatchObject({ result: "succeeded", said: expect.not.stringContaining("asks for the name") });
      expect(emulator.store.registries.size).toBe(1);
    });

    it("T-24: says of a template's name that it needs deleteBeforeReplace, and not that another resource has it", async () => {
      const { preview, up } = await renamed(template);
      const { said } = await preview();
      expect(said).toContain("which it replaces, and names are unique");
      expect(said).not.toContain("aliases");
      const refused = await up();
      expect(refused.result).toBe("failed");
      expect(refused.said).toContain("is what this resource has so far");
    });
  },
);
