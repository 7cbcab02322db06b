import { isObject, type Props } from "../../table/props";
import type { Violation } from "../../table/resource";
import { hasUnknown } from "../../table/unknown";
import { isKnown, podAndEndpointRules } from "../shared/rules";
import { hasIdleTimeout, workersByDefault } from "./hardware";

function scalingFits({ type, scaling }: Props): Violation | undefined {
  if (type !== "LOAD_BALANCER" || !isObject(scaling) || scaling.type !== "QUEUE_DELAY") return undefined;
  return {
    path: ["scaling", "type"],
    problem: "a LOAD_BALANCER endpoint has no queue to wait in", // E-21
    remedy: 'use { type: "REQUEST_COUNT", requestCount }',
  };
}

function workersFit(inputs: Props): Violation[] {
  const { workers } = inputs;
  if (!isObject(workers)) return [];
  const found: Violation[] = [];
  const { min, max } = { ...workersByDefault, ...workers } as Props;
  if (typeof min === "number" && typeof max === "number" && min > max) {
    const path = ["workers", "min"];
    const problem = `${min} is more than workers.max, ${max}`;
    found.push({ path, problem, remedy: "raise max, or lower min", isLimit: true }); // E-24
  }
  if (isKnown(workers.idleTimeout) && !hasUnknown([inputs.type, inputs.scaling]) && !hasIdleTimeout(inputs)) {
    found.push({
      path: ["workers", "idleTimeout"],
      problem: "a QUEUE endpoint that scales by REQUEST_COUNT has no idle timeout", // E-22
      remedy: "remove it, or scale by QUEUE_DELAY",
    });
  }
  return found;
}

export const endpointRules = [...podAndEndpointRules, scalingFits, workersFit];
