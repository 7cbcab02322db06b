import { lstatSync, type Stats, statSync } from "node:fs";
import { ifThere } from "../../disk";
import { EngineError } from "../errors";

/**
 * Requires that only this user can write to each path, because a state decides what the next run deletes. The user's own
 * group does not count as others: on many systems it can write to every file of the user.
 *
 * @throws EngineError `project` for the first that belongs to another user, or that others can write.
 */
export function requirePrivate(paths: readonly string[]): void {
  if (process.getuid === undefined) return;
  for (const path of paths) {
    // Both a link and its target have an owner.
    for (const stat of [ifThere(() => lstatSync(path)), ifThere(() => statSync(path))]) {
      const found = stat && exposure(stat);
      if (!found) continue;
      const { what, remedy } = found;
      throw new EngineError(
        "project",
        `${path} ${what}, who could have changed the state, and so what this run deletes. Nothing was read or changed. ` +
          `If the state is as you left it, run \`${remedy} ${path}\` and repeat the command`,
      );
    }
  }
}

function exposure(stat: Stats): { what: string; remedy: string } | undefined {
  const { uid, gid, mode } = stat;
  if (uid !== process.getuid?.() && uid !== 0) return { what: "belongs to another user", remedy: "chown $(id -u)" };
  if (stat.isSymbolicLink()) return undefined;
  const isOpen = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== process.getgid?.());
  return isOpen ? { what: "can be written by other users", remedy: "chmod go-w" } : undefined;
}
