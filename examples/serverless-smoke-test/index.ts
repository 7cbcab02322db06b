import * as pulumi from "@pulumi/pulumi";
import * as compute from "pulumi-compute-platform";

const config = new pulumi.Config();

/** Model weights that the endpoint's workers read. */
const weights = new compute.NetworkVolume("weights", { dataCenter: config.get("dataCenter") ?? "EU-XX-1", size: 100 });

/** What workers run. */
const worker = new compute.Template("worker", {
  image: config.get("image") ?? "registry.example.com/public/echo:1.0",
  disk: 20,
  serverless: true,
});

const echo = new compute.Endpoint("echo", {
  type: "QUEUE",
  templateId: worker,
  gpu: { pools: ["ADA_48_PRO"] },
  networkVolumes: [weights],
  workers: { min: 1, max: 3 },
  scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
});

/** One job, submitted by each `up` and by no preview. Where it is not answered, the `up` fails. */
const answer = compute.queue(echo).runOutput<{ prompt: string }>({ prompt: "ping" }, { timeoutMs: 120_000 });

/** Known only after the test: what has to come after it takes this in place of `echo.id`. */
export const testedEndpoint = pulumi.all([echo.id, answer]).apply(([id, { prompt }]) => {
  if (prompt !== "ping") throw new Error(`the endpoint answered ${JSON.stringify(prompt)} in place of "ping"`);
  return id;
});
