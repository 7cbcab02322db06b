import { expect, it } from "@jest/globals";
import { table } from "../../cli/table";

it("pads text to the left, numbers to the right, and leaves no blanks at the end", () => {
  const rows = [
    ["a", 1],
    ["long name", 12.5],
  ];
  expect(table(["NAME", "USD/H"], rows)).toBe("NAME       USD/H\na              1\nlong name   12.5");
  expect(table(["NAME", "X"], [["a", ""]])).toBe("NAME  X\na");
});
