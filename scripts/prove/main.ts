import { parseArgs } from "node:util";
import { proofs } from "./all";
import { report } from "./proof";

/** `npm run prove -- NAME [--size N] [--seed N]`: runs one proof; exits with 0 when proven, 1 when not, 2 when misused. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { size: { type: "string" }, seed: { type: "string" } },
    allowPositionals: true,
  });
  const [name = ""] = positionals;
  const proof = proofs[name];
  const size = Number(values.size ?? proof?.fullSize);
  const seed = Number(values.seed ?? 1);
  if (!proof || !Number.isInteger(size) || size < 0 || !Number.isInteger(seed)) {
    const lines = Object.entries(proofs).map(
      ([known, { claim, unit, fullSize }]) =>
        `  ${known.padEnd(8)} ${claim} (${fullSize.toLocaleString("en-US")} ${unit})`,
    );
    console.error(`npm run prove -- NAME [--size N] [--seed N]\n${lines.join("\n")}`);
    return 2;
  }
  const outcome = await proof.run({ size, seed, progress: (line) => console.error(`  … ${line}`) });
  console.log(report(name, proof, seed, outcome));
  return outcome.failures.length === 0 ? 0 : 1;
}

// Calls of processes that were killed in a proof wait for answers that never come.
void main().then((code) => process.exit(code));
