import { ownMember } from "../../../values/own-member";
import { decodeArgs } from "../../../api/command";
import { maxHttpPorts, maxVariables } from "../../../api/container";
import { eachOf } from "../../table/alternatives";
import { isObject, type Props, sameValue } from "../../table/props";
import type { Violation } from "../../table/resource";
import { hasUnknown, isPerhapsAbsent, isUnknown } from "../../table/unknown";

/** Tells whether a value is set; `null` counts as omitted. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** Tells whether a value is certainly set: an unknown one in a preview may turn out to be omitted. */
export const isKnown = (value: unknown): boolean => isSet(value) && !isPerhapsAbsent(value);

function gpuOrCpu(inputs: Props): Violation | undefined {
  const given = ["gpu", "cpu"].filter((name) => isSet(ownMember(inputs, name)));
  if (given.length === 1 || given.some((name) => isPerhapsAbsent(ownMember(inputs, name)))) return undefined;
  return given.length === 0
    ? { path: ["gpu"], problem: "neither gpu nor cpu is set", remedy: "set one of the two" }
    : { path: ["cpu"], problem: "gpu and cpu exclude each other", remedy: "remove one of the two" };
}

function cudaConstraints({ gpu }: Props): Violation[] {
  const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0;
  return eachOf("gpu", gpu)
    .filter(({ one }) => isObject(one) && isKnown(one.minCudaVersion) && isFilled(one.allowedCudaVersions))
    .map(({ path }) => ({
      path: [...path, "minCudaVersion"],
      problem: "excluded by a non-empty allowedCudaVersions",
      remedy: "keep the list or the minimum, not both",
    }));
}

function powerOfTwo({ cpu }: Props): Violation[] {
  return eachOf("cpu", cpu)
    .filter(({ one }) => isObject(one) && typeof one.vcpuCount === "number" && !isPowerOfTwo(one.vcpuCount))
    .map(({ path }) => ({
      path: [...path, "vcpuCount"],
      problem: "not a power of two", // M-61
      remedy: "use 2, 4, 8, 16, …",
    }));
}

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

export const imageOrTemplate = ({ image, templateId }: Props): Violation | undefined =>
  isSet(image) || isSet(templateId)
    ? undefined
    : { path: ["image"], problem: "neither image nor templateId is set", remedy: "set image" };

export function mountKinds({ mounts }: Props): Violation | undefined {
  if (!isObject(mounts) || !isKnown(mounts.persistent)) return undefined;
  const network = mounts.network;
  // The platform refuses both members even where `network` is empty.
  if (network === undefined || isUnknown(network)) return undefined;
  return {
    path: ["mounts"],
    problem: "persistent and network exclude each other", // M-21
    remedy: "keep one of the two",
  };
}

export function countLimits({ env, ports }: Props): Violation[] {
  const found: Violation[] = [];
  const variables = isObject(env) ? Object.keys(env).length : 0;
  if (variables > maxVariables) {
    found.push({
      path: ["env"],
      problem: `${variables} variables, at most ${maxVariables} are allowed`, // M-11
      remedy: "drop some, or put them into one file",
      isLimit: true,
    });
  }
  const http = Array.isArray(ports) ? ports.filter((port) => String(port).endsWith("/http")).length : 0;
  if (http > maxHttpPorts) {
    found.push({
      path: ["ports"],
      problem: `${http} http ports, at most ${maxHttpPorts} are allowed`, // M-11
      remedy: "drop some, or put them behind one",
      isLimit: true,
    });
  }
  return found;
}

/** `args` beside `cmd` or `entrypoint` has to describe the same command (M-4, M-5). */
export function commandAgrees({ args, cmd, entrypoint }: Props): Violation[] {
  if (typeof args !== "string" || hasUnknown([args, cmd, entrypoint])) return [];
  const decoded = decodeArgs(args);
  const contradicted = (
    [
      ["cmd", cmd],
      ["entrypoint", entrypoint],
    ] as const
  ).filter(([name, value]) => value !== undefined && !sameValue(decoded[name], value));
  return contradicted.map(([name]) => ({
    path: [name],
    problem: "describes another command than args", // M-5
    remedy: `remove args, or remove ${name}`,
  }));
}

export const podAndEndpointRules = [
  gpuOrCpu, // P-11, E-20
  imageOrTemplate, // P-12, E-2
  powerOfTwo,
  cudaConstraints, // M-52, E-30
  countLimits,
  commandAgrees,
];
