import fc from "fast-check";
import type { Shape } from "./contract-bodies";

const anything = fc.constantFrom<unknown[]>(
  null,
  true,
  0,
  1,
  2,
  -1,
  1.5,
  10,
  4097,
  3601,
  "",
  "x",
  "12",
  "12.4",
  "80/udp",
  "-x",
  "é\u{1F600}",
  [],
  ["a", "a"],
  [null],
  {},
  { a: 1 },
  { a: "b", c: "d" },
);

/** A value of about that shape: most of it as it should be, the rest anything at all. */
export function aboutLike(shape: Shape): fc.Arbitrary<unknown> {
  const weighted = (good: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: anything });
  switch (shape.kind) {
    case "string":
      return weighted(fc.constantFrom(...textsFor(shape)));
    case "enum":
      return weighted(fc.constantFrom(...shape.values, "OTHER", shape.values[0]?.toLowerCase() ?? ""));
    case "boolean":
      return weighted(fc.boolean());
    case "integer":
    case "number": {
      const { min = -5, max = 9 } = shape;
      return weighted(fc.constantFrom(min, min + 1, max, min - 1, max + 1, 1.5, 1e15));
    }
    case "array":
      return weighted(fc.array(aboutLike(shape.of), { maxLength: 3 }));
    case "map":
      return weighted(fc.dictionary(fc.constantFrom("A", "B", "constructor", "a.b"), aboutLike(shape.of)));
    case "by type":
      return weighted(fc.oneof(...Object.values(shape.variants).map(aboutLike)));
    case "object": {
      const strangers = { colour: anything, zz: anything, constructor: anything };
      const members = Object.entries(shape.members).map(([name, member]) => [name, aboutLike(member)] as const);
      const model = { ...Object.fromEntries(members), ...strangers } as Record<string, fc.Arbitrary<unknown>>;
      const names = Object.keys(model);
      const few = fc
        .subarray(names, { maxLength: Math.min(5, names.length) })
        .map((chosen) => new Set([...chosen, ...shape.required]));
      const without = fc.oneof(
        { weight: 4, arbitrary: fc.constant<string | undefined>(undefined) },
        { weight: 1, arbitrary: fc.constantFrom<(string | undefined)[]>(...names) },
      );
      const built = fc.tuple(fc.record(model), few, without, fc.boolean()).map(([all, chosen, left, isReversed]) => {
        const kept = Object.entries(all).filter(([name]) => chosen.has(name) && name !== left);
        return Object.fromEntries(isReversed ? kept.reverse() : kept);
      });
      return weighted(built);
    }
  }
}

/** Texts at the edges of what is allowed, and beyond them. */
function textsFor({ min = 0, max, pattern }: Extract<Shape, { kind: "string" }>): string[] {
  const edges = max === undefined ? [] : [max, max + 1].flatMap((length) => ["a".repeat(length), "😀".repeat(length)]);
  const patterned = pattern ? ["12.4", "80/tcp", "ssh-ed25519 AAAA me", "a_b", " NVIDIA A40", "12", "\n"] : [];
  return ["ok", "a".repeat(min), "", "ä😀", ...edges, ...patterned];
}
