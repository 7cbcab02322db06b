// Sends one job to an endpoint and ends with 1 when it is not answered: node smoke-test.mjs ENDPOINT
import { createClient, settingsFromEnvironment } from "pulumi-compute-platform/client";

const [endpointId] = process.argv.slice(2);
if (!endpointId) throw new Error("which endpoint? node smoke-test.mjs ENDPOINT");

const queue = createClient(settingsFromEnvironment(process.env)).queue(endpointId);
const job = await queue.run({ prompt: "ping" });
const { output, delayTime, executionTime } = await job.result({ timeoutMs: 120_000 });
console.log(JSON.stringify({ output, delayTime, executionTime }));
