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

/**
 * Restores the old values at the paths of `ignoreChanges`. A path that only the new inputs have is removed from them.
 * Other paths without an old or new place change nothing.
 */
export function ignoreChanges(news: PropertyMap, olds: PropertyMap, paths: readonly string[]): PropertyMap {
  return paths.reduce((inputs, path) => {
    const keys = parsePath(path);
    return keys ? (reset(inputs, olds, keys) as PropertyMap) : inputs;
  }, news);
}

/** Restores one path inside a container. */
function reset(news: Value, olds: Value, [key, ...rest]: readonly (string | number)[]): Value {
  if (key === undefined) return olds;
  const [inner, old] = [open(news), open(olds)];
  if (Array.isArray(inner) && Array.isArray(old)) {
    const touched = (index: number) => key === "*" || Number(key) === index;
    const kept = inner.map((element, index) => {
      const before = old[index];
      return touched(index) && before !== undefined ? reset(element, before, rest) : element;
    });
    return rewrap(news, kept);
  }
  if (!isMap(inner) || !isMap(old)) return news;
  const names = key === "*" ? [...new Set([...Object.keys(inner), ...Object.keys(old)])] : [String(key)];
  const result = { ...inner };
  for (const name of names) {
    const [next, before] = [inner[name], old[name]];
    if (rest.length === 0) {
      if (before === undefined) delete result[name];
      else result[name] = before;
    } else if (next !== undefined && before !== undefined) result[name] = reset(next, before, rest);
  }
  return rewrap(news, result);
}

const open = (value: Value): Value => (value instanceof Secret ? open(value.value) : value);
const rewrap = (like: Value, value: Value): Value => (like instanceof Secret ? new Secret(value) : value);
