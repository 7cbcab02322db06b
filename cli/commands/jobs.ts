import { isRecord, jsonIn } from "../../values/json";
import type { Command } from "commander";
import type { Job } from "../../api/queue";
import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import { WaitTimeoutError } from "../../client/errors/errors";
import { JobFailedError } from "../../client/jobs/job-state";
import { CommandFailure, type Io, type Register, writeLine } from "../io";
import { seconds } from "../parsers";
import { addPlatformFlags } from "../platform";
import { quoted } from "../../values/shell";
import { askEndpoint } from "../logs/called";
import { reachEndpoint } from "../state/reach";
import { readText, type StateFlags } from "../state/load-stack";

type Queue = ReturnType<Client["queue"]>;

interface RunFlags extends StateFlags {
  readonly input?: string;
  readonly inputFile?: string;
  readonly wait?: boolean;
  readonly timeout?: number;
}

const stopped = 130;

/** Jobs of a serverless endpoint with a queue. Every answer is JSON. */
export const registerJobs: Register = (program, io) => {
  const { signal } = io;
  const jobs = program.command("jobs").description("submit and manage jobs of a serverless endpoint");
  const print = (value: unknown) => writeLine(io.stdout, JSON.stringify(value, undefined, 2));
  /** Prints the end of a job, whatever it was: it contains the worker's message about a failure. */
  const told = async (endpoint: string, id: string, end: Promise<unknown>, tell: (job: Job) => string) => {
    try {
      await end;
    } catch (error) {
      const again = `\`compute jobs result ${quoted(endpoint)} ${quoted(id)}\` waits again.`;
      if (signal.aborted) throw new CommandFailure(`Stopped waiting; job ${id} goes on. ${again}`, stopped);
      if (error instanceof WaitTimeoutError) throw new CommandFailure(`${error.message} ${again}`);
      if (!(error instanceof JobFailedError)) throw error;
      const { job } = error;
      const retry =
        job.status === "CANCELLED"
          ? ""
          : ` \`compute jobs retry ${quoted(endpoint)} ${quoted(job.id)}\` queues it again.`;
      throw new CommandFailure(`The job ended with status ${job.status}.${tell(job)}${retry}`);
    }
  };
  const printEnd = (endpoint: string, id: string, end: Promise<unknown>) =>
    told(endpoint, id, end.then(print), (job) => {
      print(job);
      return "";
    });
  /** @param job that the endpoint may not have. */
  const ask = async <T>(endpoint: string, flags: StateFlags, call: (queue: Queue) => Promise<T>, job?: string) => {
    const { client, ...found } = await reachEndpoint(io, flags, endpoint);
    try {
      return await askEndpoint(client, { ...found, called: endpoint }, signal, (each) => call(client.queue(each)));
    } catch (error) {
      if (job === undefined || !(error instanceof NotFoundError)) throw error;
      throw new CommandFailure(
        `Endpoint ${endpoint} has no job ${job}: it was not submitted there, or its result has expired.`,
      );
    }
  };
  const onEndpoint = (name: string, description: string): Command =>
    addPlatformFlags(jobs.command(name).argument("<endpoint>").description(description));
  const onJob = (name: string, description: string): Command => onEndpoint(name, description).argument("<job>");
  const answerOf = (command: Command, call: (queue: Queue, job: string) => Promise<unknown>) =>
    command.action(async (endpoint: string, job: string, flags: StateFlags) =>
      print(await ask(endpoint, flags, (queue) => call(queue, job), job)),
    );
  const waiting = ({ timeout }: RunFlags) => ({
    signal,
    timeoutMs: timeout === undefined ? undefined : timeout * 1_000,
  });

  onEndpoint("run", "submit a job; with --wait also wait for its result")
    .option("-i, --input <json>", "the job's input, a JSON object")
    .option("--input-file <path>", "read the input from a file; - for standard input")
    .option("-w, --wait", "wait for the result; exits with 1 if the job fails")
    .option("--timeout <seconds>", "how long to wait for the result; the job keeps running afterwards", seconds)
    .action(async (endpoint: string, flags: RunFlags) => {
      if (flags.timeout !== undefined && !flags.wait)
        throw new CommandFailure("--timeout is how long to wait: pass --wait with it. Nothing was submitted.");
      const input = await inputOf(io, flags);
      const job = await ask(endpoint, flags, (queue) => queue.run(input, { signal })).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        throw new CommandFailure(
          `Stopped while the job was submitted, so that it may be in the queue without an id here. \`compute jobs health ${quoted(endpoint)}\` counts the jobs there.`,
          stopped,
        );
      });
      if (!flags.wait) return print({ id: job.id });
      // Needed after an interrupted wait, because the job continues.
      writeLine(io.stderr, `Submitted job ${job.id}.`);
      await printEnd(endpoint, job.id, job.result(waiting(flags)));
    });
  answerOf(onJob("status", "show the status of a job"), (queue, job) => queue.status(job, { signal }));
  onJob("result", "wait for a job to finish and print its result")
    .option("--timeout <seconds>", "how long to wait for the result; the job keeps running afterwards", seconds)
    .action(async (endpoint: string, job: string, flags: RunFlags) => {
      await printEnd(
        endpoint,
        job,
        ask(endpoint, flags, (queue) => queue.job(job).result(waiting(flags)), job),
      );
    });
  onJob("stream", "print a job's output while it runs, as one line of JSON per chunk").action(
    async (endpoint: string, job: string, flags: StateFlags) => {
      const printAll = async (queue: Queue) => {
        const chunks = queue.job(job).stream({ signal });
        for await (const chunk of chunks) writeLine(io.stdout, JSON.stringify(chunk));
      };
      await told(
        endpoint,
        job,
        ask(endpoint, flags, printAll, job),
        () => ` \`compute jobs status ${quoted(endpoint)} ${quoted(job)}\` shows what the worker said.`,
      );
    },
  );
  answerOf(onJob("cancel", "cancel a job"), (queue, job) => queue.cancel(job, { signal }));
  answerOf(onJob("retry", "put a failed job back in the queue"), (queue, job) => queue.retry(job, { signal }));
  const answer = (command: Command, call: (queue: Queue) => Promise<unknown>) =>
    command.action(async (endpoint: string, flags: StateFlags) => print(await ask(endpoint, flags, call)));
  answer(onEndpoint("purge", "discard all queued jobs; running ones continue"), (queue) =>
    queue.purgeQueue({ signal }),
  );
  answer(onEndpoint("health", "show how many jobs and workers there are"), (queue) => queue.health({ signal }));
};

/** @throws CommandFailure that never quotes the input, which may be confidential. */
async function inputOf(io: Io, { input, inputFile }: RunFlags): Promise<Record<string, unknown>> {
  const text = inputFile === "-" ? await io.input() : inputFile ? await readText(io, inputFile) : input;
  if (text === undefined)
    throw new CommandFailure("Missing job input: pass --input or --input-file. Nothing was sent.");
  const value = jsonIn(text);
  const where = inputFile === undefined ? "--input" : inputFile === "-" ? "stdin" : inputFile;
  if (!isRecord(value)) throw new CommandFailure(`${where} is not a JSON object. Nothing was sent.`);
  return value;
}
