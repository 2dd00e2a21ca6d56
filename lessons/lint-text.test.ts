import { describe, expect, it } from "vitest";
import { findingText, lintText, untagged } from "./lint-text.ts";
import { parseText } from "./parse-text.ts";

const said = async (text: string): Promise<string> =>
  lintText("lessons/x/text.mdx", await parseText(text))
    .map(findingText)
    .join("\n");

describe("prose by itself", () => {
  it("may state numbers through components, and name CPU 0 and RPC2", async () => {
    expect(await said('<Step id="a">\n\nCPU 0 takes <N id="n" /> for RPC2.\n\n</Step>')).toBe("");
  });

  it("may not state a number without an address, wherever it hides", async () => {
    expect(await said('<Step id="a">\n\nIt takes 2.66 ms.\n\n</Step>')).toContain(
      'step "a": the number 2.66 has no address.',
    );
    expect(await said('<Step id="a">\n\n<After id="b">*As many as* `12`.</After>\n\n</Step>')).toContain(
      "the number 12",
    );
    expect(await said('<Step id="a">\n\n<Term means="5 of them">many</Term>\n\n</Step>')).toContain("the number 5");
  });

  it("may not name a component that there is not, nor leave out what one needs", async () => {
    expect(await said('<Step id="a">\n\n<Nr id="x" />\n\n</Step>')).toContain(
      "<Nr> is no component. Write one of Step,",
    );
    expect(await said('<Step id="a">\n\n<N />\n\n</Step>')).toContain("<N> has no id.");
  });

  it("may not hold code, nor stand outside of a step", async () => {
    expect(await said('import x from "y"\n\n<Step id="a">\n\nText.\n\n</Step>')).toContain("code stands in the prose");
    expect(await said('<Step id="a">\n\n{1 + 1}\n\n</Step>')).toContain("code stands in the prose");
    expect(await said("Hello.")).toContain("stands outside of every step");
  });

  it("has at most 60 words a step, those of a note of its own not counted", async () => {
    const words = Array.from({ length: 61 }, () => "word").join(" ");
    expect(await said(`<Step id="a">\n\n${words}\n\n</Step>`)).toContain("it has 61 words, at most 60");
    expect(await said(`<Step id="a">\n\nHere.\n\n<After id="b">\n\n${words}\n\n</After>\n\n</Step>`)).toContain(
      "<After> has 61 words",
    );
  });

  it("finds figures, also those with a comma or a unit", () => {
    expect(["2,661 µs", "x2", "CPU 0 and CPU 1", "no figure", "CPU 0", "RPC2", "RPC22"].map(untagged)).toEqual([
      "2,661",
      "2",
      "1",
      null,
      null,
      null,
      "22",
    ]);
  });
});
