import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./example-stack";

export const packageName = "pulumi-compute-platform";

/** The packages that the packed manifest asks for, but for those of Pulumi, which the user installs. */
function dependencies(): string[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(manifest.dependencies);
}

function link(modules: string, name: string, target = join(root, "node_modules", name)): void {
  if (!existsSync(target)) throw new Error(`${name} is not installed`);
  const place = join(modules, name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place);
}

/** How a package manager lays the packed package out in a project; third-party packages are linked, ours is copied. */
type Layout = (project: string, packed: string) => void;

export const layouts = {
  /** Everything side by side. */
  npm: (project, packed) => {
    const modules = join(project, "node_modules");
    cpSync(packed, join(modules, packageName), { recursive: true });
    for (const name of [...dependencies(), "@pulumi/pulumi"]) link(modules, name);
  },
  /** A store, and links into it: what a program did not ask for it cannot see. */
  pnpm: (project, packed) => {
    const modules = join(project, "node_modules");
    const store = join(modules, ".pnpm", `${packageName}@file`, "node_modules");
    cpSync(packed, join(store, packageName), { recursive: true });
    for (const name of [...dependencies(), "@pulumi/pulumi"]) link(store, name);
    link(modules, packageName, join(store, packageName));
    link(modules, "@pulumi/pulumi");
  },
  /** Side by side, and what clashes with another version is nested. */
  yarn: (project, packed) => {
    const modules = join(project, "node_modules");
    cpSync(packed, join(modules, packageName), { recursive: true });
    for (const name of dependencies()) link(join(modules, packageName, "node_modules"), name);
    link(modules, "@pulumi/pulumi");
  },
} satisfies Readonly<Record<string, Layout>>;
