import type { Props } from "../provider/table/props";
import { canary } from "./canaries";
import type { Chance } from "./chance";

/** The source of values: chance, with every secret one of its own. */
export interface Source {
  readonly chance: Chance;
  readonly secret: () => { readonly $secret: string };
}

export function sourceOf(chance: Chance): Source {
  let secrets = 0;
  return { chance, secret: () => ({ $secret: canary(++secrets) }) };
}

export const image = ({ chance }: Source) => `registry.example.com/acme/app:${chance.int(1, 4)}`;
export const maybe = ({ chance }: Source, share: number, args: () => Props): Props =>
  chance.next() < share ? args() : {};

export function envOf({ chance, secret }: Source): Props {
  return {
    ...(chance.next() < 0.7 ? { TOKEN: chance.next() < 0.7 ? secret() : "plain-token" } : {}),
    ...(chance.next() < 0.5 ? { STAGE: chance.pick(["dev", "prod"]) } : {}),
  };
}
