import { isObject, type Props } from "../../table/props";
import type { Violation } from "../../table/resource";
import { hasUnknown, isPerhapsAbsent } from "../../table/unknown";
import { commandAgrees, countLimits, imageOrTemplate, isKnown, isSet } from "../shared/rules";
import { hasIdleTimeout, workersByDefault } from "./hardware";

function oneFamily(inputs: Props): Violation[] {
  const given = ["gpu", "cpu"].filter((name) => isSet(inputs[name]));
  if (given.length === 1 || given.some((name) => isPerhapsAbsent(inputs[name]))) return [];
  const isNone = given.length === 0;
  return [
    {
      path: [isNone ? "gpu" : "cpu"],
      problem: isNone ? "neither gpu nor cpu is set" : "gpu and cpu exclude each other", // E-20
      remedy: isNone ? "set one of the two" : "remove one of the two",
    },
  ];
}

function scalingFits({ type, scaling }: Props): Violation[] {
  if (type !== "LOAD_BALANCER" || !isObject(scaling) || scaling.type !== "QUEUE_DELAY") return [];
  return [
    {
      path: ["scaling", "type"],
      problem: "a LOAD_BALANCER endpoint has no queue to wait in", // E-21
      remedy: 'use { type: "REQUEST_COUNT", requestCount }',
    },
  ];
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

function cudaConstraints({ gpu }: Props): Violation[] {
  if (!isObject(gpu) || !isKnown(gpu.minCudaVersion) || !Array.isArray(gpu.allowedCudaVersions)) return [];
  if (gpu.allowedCudaVersions.length === 0) return [];
  return [
    {
      path: ["gpu", "minCudaVersion"],
      problem: "excluded by a non-empty allowedCudaVersions", // E-30
      remedy: "keep the list or the minimum, not both",
    },
  ];
}

export const endpointRules = [
  oneFamily,
  imageOrTemplate, // E-2
  scalingFits,
  workersFit,
  cudaConstraints,
  countLimits,
  commandAgrees,
];
