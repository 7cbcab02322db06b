import { ownMember } from "../../values/own-member";
import { isMap, type PropertyMap, Secret, type Value } from "../protocol/values";

/** Splits a path such as `spec.ports[0]["a.b"]` into keys; `*` stands for every key. Undefined for a malformed path. */
export function parsePath(text: string): (string | number)[] | undefined {
  const keys: (string | number)[] = [];
  const step = /\.?([^.[\]"]+)|\[(\d+)\]|\[\*\]|\["((?:[^"\\]|\\.)*)"\]/y;
  while (step.lastIndex < text.length) {
    const found = step.exec(text);
    if (!found) return undefined;
    const [whole, name, index, quoted] = found;
    if (name !== undefined) keys.push(name);
    else if (index !== undefined) keys.push(Number(index));
    else if (quoted !== undefined) keys.push(quoted.replace(/\\(.)/g, "$1"));
    else if (whole === "[*]") keys.push("*");
  }
  return keys.length > 0 ? keys : undefined;
}

/** Restores the old values at the paths of `ignoreChanges`. A path that only the new inputs have is removed from them. */
export function ignoreChanges(news: PropertyMap, olds: PropertyMap, paths: readonly string[]): PropertyMap {
  return paths.reduce((inputs, path) => {
    const keys = parsePath(path);
    return keys ? (reset(inputs, olds, keys) as PropertyMap) : inputs;
  }, news);
}

/** Restores one path inside a container. @param hidden the old value is inside a secret. */
function reset(
  news: Value,
  olds: Value | undefined,
  [key, ...rest]: readonly (string | number)[],
  hidden = false,
): Value {
  const [inner, old] = [open(news), olds === undefined ? undefined : open(olds)];
  const changed = (next: Value | undefined, before: Value | undefined): Value | undefined => {
    const isHidden = hidden || before instanceof Secret;
    if (rest.length > 0) return next === undefined ? undefined : reset(next, before, rest, isHidden);
    return before !== undefined && isHidden ? new Secret(open(before)) : before;
  };
  if (Array.isArray(inner) && Array.isArray(old)) {
    const touched = (index: number) => key === "*" || Number(key) === index;
    const kept = inner.map((element, index) => {
      const before = old[index];
      return touched(index) && before !== undefined ? changed(element, before)! : element;
    });
    return rewrap(news, kept);
  }
  if (!isMap(inner) || (!isMap(old) && (key === "*" || rest.length > 0))) return news;
  const befores = isMap(old) ? old : {};
  const names = key === "*" ? [...new Set([...Object.keys(inner), ...Object.keys(befores)])] : [String(key)];
  const result = new Map(Object.entries(inner));
  for (const name of names) {
    if (key === "*" && rest.length > 0 && ownMember(befores, name) === undefined) continue;
    const value = changed(ownMember(inner, name), ownMember(befores, name));
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
  return rewrap(news, Object.fromEntries(result));
}

const open = (value: Value): Value => (value instanceof Secret ? open(value.value) : value);
const rewrap = (like: Value, value: Value): Value => (like instanceof Secret ? new Secret(value) : value);
