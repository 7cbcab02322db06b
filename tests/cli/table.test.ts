import { describe, expect, it } from "@jest/globals";
import { table } from "../../cli/table";
import { columnsOf, shortened } from "../../cli/terminal/text";

it("pads text to the left, numbers to the right, and leaves no blanks at the end", () => {
  const rows = [
    ["a", 1],
    ["long name", 12.5],
  ];
  expect(table(["NAME", "USD/H"], rows)).toBe("NAME       USD/H\na              1\nlong name   12.5");
  expect(table(["NAME", "X"], [["a", ""]])).toBe("NAME  X\na");
});

it("aligns amounts by their right ends, the unknown one too", () => {
  expect(
    table(
      ["X", "USD/H"],
      [
        ["a", "0.06"],
        ["b", "+12.50"],
        ["c", "?"],
      ],
    ),
  ).toBe("X   USD/H\na    0.06\nb  +12.50\nc       ?");
});

it("narrows the widest columns to the terminal, and loses nothing", () => {
  const image = "registry.example.com/acme/trainer:1.4.0";
  const rows = [
    ["edited", "Pod trainer", image, `${image}-a-hotfix`],
    ["gone", "Pod b", "x", "(none)"],
  ];
  const text = table(["CLASS", "RESOURCE", "OLD", "NEW"], rows, 60);
  const lines = text.split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
  expect(lines.at(-1)).toMatch(/^gone +Pod b +x +\(none\)$/);
  const newAt = lines[0]?.indexOf("NEW") ?? 0;
  const cell = lines.slice(1, -1).map((line) => line.slice(newAt));
  expect(cell.join("")).toBe(`${image}-a-hotfix`);
  expect(table(["CLASS", "RESOURCE", "OLD", "NEW"], rows)).toContain(`${image}-a-hotfix`);
});

it("breaks at blanks, and stays readable where even the least is too wide", () => {
  expect(table(["IN STOCK"], [["EU-XX-1 HIGH, US-XX-1 LOW"]], 14)).toBe("IN STOCK\nEU-XX-1 HIGH,\nUS-XX-1 LOW");
  expect(table(["A", "B"], [["12345678", "12345678"]], 5).split("\n")[1]).toBe("12345678  12345678");
});

it("keeps words whole as long as another column has something to give", () => {
  const rows = [["NetworkVolume data", "registry.example.com/acme/trainer:1.4.0"]];
  expect(table(["RESOURCE", "NEW"], rows, 54)).toBe(
    "RESOURCE       NEW\nNetworkVolume  registry.example.com/acme/trainer:1.4.0\ndata",
  );
});

it("leaves short columns alone where only a broken word helps, and breaks it after a joint", () => {
  const rows = [["Pod trainer", "registry.example.com/acme/trainer:1.4.0-a-hotfix"]];
  expect(table(["RESOURCE", "NEW"], rows, 50)).toBe(
    "RESOURCE     NEW\nPod trainer  registry.example.com/acme/trainer:\n             1.4.0-a-hotfix",
  );
});

describe("wide characters", () => {
  it("are laid out by the columns that they take", () => {
    const lines = table(
      ["NAME", "USD/H"],
      [
        ["学習機", "0.86"],
        ["trainer", "10.00"],
      ],
    ).split("\n");
    expect(lines).toEqual(["NAME     USD/H", "学習機    0.86", "trainer  10.00"]);
    expect(new Set(lines.map((line) => columnsOf(line))).size).toBe(1);
  });

  it("are folded where no half of one would stand beyond the edge", () => {
    const lines = table(["NAME", "USD/H"], [["学習機学習機学習機", "0.86"]], 18).split("\n");
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(18);
    expect(
      lines
        .slice(1)
        .map((line) => line.split(" ")[0])
        .join(""),
    ).toBe("学習機学習機学習機");
  });

  it.each([2, 3, 4, 5, 6, 7, 8])("are shortened to no more than %i columns", (width) => {
    expect(columnsOf(shortened("学習機学習機学習機", width))).toBeLessThanOrEqual(width);
  });
});
