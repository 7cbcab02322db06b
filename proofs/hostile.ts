import { parsers } from "./hostile/parsers";
import { feedLarge } from "./hostile/large";
import { controlRoutes } from "./hostile/routes";
import { feed, type Target } from "./hostile/watched";
import type { Outcome, Proof } from "./proof";

/** Everything that strangers can feed: bytes of the network and of files, and the emulator's routes. */
export const hostile: Proof = {
  claim: "No bytes of strangers hang, break or fill a process.",
  unit: "inputs for each parser and for the emulator's own routes",
  fullSize: 100_000,
  variants: ["parsers", "routes", "large"],
  run: async ({ size, seed, only, progress }) => {
    const isAsked = (variant: string) => only === undefined || only === variant;
    const outcomes: Outcome[] = [];
    const feedAll = async (targets: readonly Target[]) => {
      for (const target of targets) {
        progress(target.name);
        outcomes.push(await feed(target, size, seed));
      }
    };
    if (isAsked("parsers")) {
      const { targets, close } = parsers();
      await feedAll(targets).finally(close);
    }
    if (isAsked("routes")) {
      const { target, close } = await controlRoutes();
      await feedAll([target]).finally(close);
    }
    if (isAsked("large")) outcomes.push(await feedLarge(progress));
    return {
      counts: Object.assign({}, ...outcomes.map(({ counts }) => counts)) as Outcome["counts"],
      failures: outcomes.flatMap(({ failures }) => failures),
    };
  },
};
