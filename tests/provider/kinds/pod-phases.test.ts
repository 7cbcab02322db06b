import { expect, it } from "@jest/globals";
import type { Pod } from "../../../api/pods";
import { phaseOf } from "../../../provider/kinds/pod/waiting";

const pod = (status: Pod["status"]) =>
  ({
    status,
    startedAt: "2026-01-01T00:00:00Z",
    ports: ["22/tcp"],
    ssh: { direct: null, proxy: null },
  }) as unknown as Pod;

it.each([
  ["waits for SSH", "RUNNING", { waitFor: "ssh" }, "waiting for SSH"],
  ["runs until its process ends", "RUNNING", { waitFor: "exited", runToCompletion: true }, "running"],
  ["is to stop, whatever the wait of its start", "RUNNING", { waitFor: "ssh", desiredStatus: "EXITED" }, "stopping"],
  ["starts", "STARTING", { waitFor: "running" }, "pulling the image and starting"],
  ["is where it should be", "RUNNING", { waitFor: "running" }, undefined],
] as const)("Says of a pod that %s what it is doing: %s %j", (_what, status, news, phase) => {
  expect(phaseOf(pod(status), news)).toBe(phase);
});
