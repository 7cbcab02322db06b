import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as z from "zod";

const InstalledPackages = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional() })),
});

/**
 * Whether npm got this package from a registry, so that it finds it there again. A checkout, and a tarball that was installed from a file, are
 * nowhere but on this machine.
 *
 * @param folder that of this package
 */
export async function isFromRegistry(folder: string): Promise<boolean> {
  const modules = dirname(folder);
  if (basename(modules) !== "node_modules") return false;
  try {
    const text = await readFile(join(modules, ".package-lock.json"), "utf8");
    const { packages } = InstalledPackages.parse(JSON.parse(text));
    return packages[`node_modules/${basename(folder)}`]?.resolved?.startsWith("http") ?? false;
  } catch {
    return false; // npm has noted nothing that can be read: what is here can be had in any case
  }
}
