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
  const variables = isObject(env) ? Object.keys(env).length : 0;
  const http = Array.isArray(ports) ? ports.filter((port) => String(port).endsWith("/http")).length : 0;
  const counts = [
    { path: ["env"], count: variables, most: maxVariables, what: "variables", remedy: "put them into one file" }, // M-11
    { path: ["ports"], count: http, most: maxHttpPorts, what: "http ports", remedy: "put them behind one" }, // M-11
  ];
  const tooMany = counts.filter(({ count, most }) => count > most);
  return tooMany.map(({ path, count, most, what, remedy }) => ({
    path,
    problem: `${count} ${what}, at most ${most} are allowed`,
    remedy: `drop some, or ${remedy}`,
    isLimit: true,
  }));
}

/** `args` beside `cmd` or `entrypoint` has to describe the same command (M-4, M-5). */
export function commandAgrees({ args, cmd, entrypoint }: Props): Violation[] {
  if (typeof args !== "string" || hasUnknown([args, cmd, entrypoint])) return [];
  const decoded = decodeArgs(args);
  const given = { cmd, entrypoint };
  const names = (["cmd", "entrypoint"] as const).filter((name) => given[name] !== undefined);
  const contradicted = names.filter((name) => !sameValue(decoded[name], given[name]));
  return contradicted.map((name) => ({
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
