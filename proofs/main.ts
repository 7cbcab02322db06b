import { scriptArguments } from "../scripts/script-arguments";
import { type Proof, report, stretchBriefly } from "./proof";
import { calls } from "./calls";
import { creates } from "./creates";
import { drift } from "./drift";
import { histories } from "./histories";
import { hostile } from "./hostile";
import { keep } from "./keep";
import { kill } from "./kill";
import { previews } from "./previews";
import { modes } from "./plugin";
import { secrets } from "./secrets";
import { type Message, runInShards } from "./shards";

/** Every proof by the name under which it is run. */
const proofs: Readonly<Record<string, Proof>> = {
  creates,
  kill,
  drift,
  histories,
  previews,
  secrets,
  calls,
  hostile,
  keep,
};

const known = Object.entries(proofs).map(
  ([name, { claim, unit, fullSize, variants = [] }]) =>
    `  ${name.padEnd(8)} ${[claim, ...variants].join("; ")} (--size: ${fullSize.toLocaleString("en-US")} ${unit})`,
);
const usage = `npm run prove -- NAME [--size N] [--seed N] [--processes N] [--only VARIANT] [--provider plugin]\n${known.join("\n")}`;

/**
 * Runs one proof; exits with 0 when proven, 1 when not, 2 when misused. `--processes` splits a proof whose parts are
 * independent; `--only` asks for one variant; `--provider plugin` proves it of the plugin; `--shard` is how the parts are run.
 */
async function main(): Promise<number> {
  const { values, positionals } = scriptArguments(usage, {
    options: {
      size: { type: "string" },
      seed: { type: "string" },
      processes: { type: "string" },
      only: { type: "string" },
      provider: { type: "string" },
      shard: { type: "boolean" },
    },
    allowPositionals: true,
  });
  const [name = ""] = positionals;
  const proof = proofs[name];
  const size = Number(values.size ?? proof?.fullSize);
  const seed = Number(values.seed ?? 1);
  const processes = Number(values.processes ?? 1);
  const { only, provider = "dynamic" } = values;
  const mode = modes.find((each) => each === provider);
  const isAsked =
    [size, seed, processes].every((value) => Number.isInteger(value) && value >= 0) &&
    processes > 0 &&
    (mode === "dynamic" || (mode === "plugin" && proof?.hasModes === true)) &&
    (only === undefined || proof?.variants?.includes(only) === true);
  if (!proof || !mode || !isAsked || (processes > 1 && !proof.isSplittable)) {
    console.error(usage);
    return 2;
  }
  if (proof.stretchesBriefly) stretchBriefly();
  const asked = { size, seed, mode, ...(only !== undefined && { only }) };
  if (values.shard) {
    const tell = (message: Message) => new Promise<void>((resolve) => process.send!(message, () => resolve()));
    await tell({ outcome: await proof.run({ ...asked, progress: (line) => void tell({ line }) }) });
    return 0;
  }
  const progress = (line: string) => console.error(`  … ${line}`);
  const options = { ...asked, progress };
  const outcome = processes > 1 ? await runInShards(name, processes, options) : await proof.run(options);
  console.log(report(name, proof, { seed, mode }, outcome));
  return outcome.failures.length === 0 ? 0 : 1;
}

// Calls of processes that were killed in a proof wait for answers that never come.
void main().then((code) => process.exit(code));
