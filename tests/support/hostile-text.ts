import * as fc from "fast-check";

const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

/** Any text of whole characters. For its own unit of them, "binary", fast-check makes a table of them all, which takes a second. */
export const anyCharacters: fc.Arbitrary<string> = fc.oneof(fc.string(), fc.string({ unit: character }));

/** Any text, and often one that is made of what terminals, CI systems and formats give a meaning to. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  anyCharacters,
  // Halves of surrogate pairs, too.
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  fc
    .array(
      fc.constantFrom(
        ...[
          "::",
          ":",
          "#",
          "##",
          "##[",
          "##vso[",
          "##teamcity[",
          "vso[",
          "[",
          "error",
          " ",
          "\t",
          "\n",
          "\r",
          "\u00a0",
        ],
        ...[
          "\u001b[",
          "\u001b]0;",
          "\u0007",
          "\u0085",
          "\u009b",
          "\u2028",
          "\u202e",
          "\u2066",
          "\ufeff",
          "\ud800",
          "\ufffe",
        ],
        ...["<", ">", "&", "]]>", "\\", "\\u003a", '"', "'", "a"],
      ),
    )
    .map((parts) => parts.join("")),
);
