import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { OLDEST_IN_WORDS } from "./oldest-browsers.ts";

const textOf = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").replace(/\s+/g, " ");

describe("the oldest browsers", () => {
  it.each(["README.md", "app/index.html"])("%s names them", (file) => {
    expect(textOf(file)).toContain(`${OLDEST_IN_WORDS} or newer`);
  });

  it("are those that the build writes for", () => {
    expect(textOf("vite.config.ts")).toContain("target: OLDEST_BROWSERS.map(");
  });

  it("are not asked for an underline with thickness or colour in one declaration, which Safari drops", () => {
    const sheets = readdirSync(new URL("../", import.meta.url), { recursive: true, encoding: "utf8" });
    const css = sheets.filter((file) => file.endsWith(".css")).map((file) => textOf(`app/${file}`));
    expect(css.length).toBeGreaterThan(10);
    const declared = css.flatMap((text) => text.match(/text-decoration:[^;]*/g) ?? []);
    expect(declared.filter((one) => !/: (none|underline|line-through)$/.test(one))).toEqual([]);
  });

  it("lack something that the page looks for where they are older", () => {
    expect(textOf("app/index.html")).toMatch(/toSorted.*selector\(:has\(a\)\).*subgrid/);
  });
});
