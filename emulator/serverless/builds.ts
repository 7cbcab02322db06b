import type { Build } from "../../api/serverless";
import { timestampOf } from "../store/clock";
import { applySettings } from "./releases";
import type { BuildState, EndpointState } from "./record";

/** How long a build stays in each live status, in ms; then it has its outcome (E-18). */
const stages = [
  { status: "PENDING", lastsMs: 5_000 },
  { status: "BUILDING", lastsMs: 60_000 },
  { status: "UPLOADING", lastsMs: 20_000 },
  { status: "TESTING", lastsMs: 10_000 },
] as const;

/** The stage a failing build fails in; a completed one goes through all. */
const lastStage = { COMPLETED: "TESTING", TEST_FAILED: "TESTING", FAILED: "BUILDING", CANCELLED: "PENDING" } as const;

export function buildEndsAt({ createdAt, outcome }: BuildState): number {
  const last = stages.findIndex(({ status }) => status === lastStage[outcome]);
  return stages.slice(0, last + 1).reduce((at, { lastsMs }) => at + lastsMs, createdAt);
}

function statusAt(build: BuildState, now: number): string {
  if (now >= buildEndsAt(build)) return build.outcome;
  let at = build.createdAt;
  return stages.find(({ lastsMs }) => (at += lastsMs) > now)?.status ?? build.outcome;
}

/** One build as it stands now (E-18). */
export function buildView(build: BuildState, now: number): Build {
  const { id, createdAt, commitHash, commitMessage, branch, imageName, outcome, error } = build;
  const isOver = now >= buildEndsAt(build);
  const startedAt = createdAt + stages[0].lastsMs;
  return {
    id,
    status: statusAt(build, now),
    commitHash,
    commitMessage,
    branch,
    commitDate: commitHash === null ? null : timestampOf(createdAt),
    imageName: isOver && outcome === "COMPLETED" ? imageName : null,
    startedAt: now >= startedAt ? timestampOf(startedAt) : null,
    completedAt: isOver ? timestampOf(buildEndsAt(build)) : null,
    error: isOver ? error : null,
  };
}

/** A completed build rolls its image out as a release of its own (E-17). */
export function releaseBuilds(endpoint: EndpointState, at: number, next: () => { id: string; seq: number }): void {
  for (const build of endpoint.builds) {
    if (build.isReleased || build.outcome !== "COMPLETED" || at < buildEndsAt(build)) continue;
    build.isReleased = true;
    applySettings(endpoint, { ...endpoint.settings, image: build.imageName }, { ...next(), buildId: build.id, at });
  }
}
