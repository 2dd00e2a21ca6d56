import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LESSONS } from "../../lessons/course.ts";
import { SITE_SIGNS } from "../build/fonts.ts";
import { hasSignOf } from "./fonts.ts";

describe("fonts", () => {
  it("a figure takes a file of rare letters only where it has such a letter", () => {
    const rare = "U+A1-FF, U+152-153, U+20AC";
    expect(hasSignOf(rare, "<text>2,661 mu</text>")).toBe(false);
    expect(hasSignOf(rare, "<text>Zoë</text>")).toBe(true);
    expect(hasSignOf(rare, "<text>5 €</text>")).toBe(true);
    expect(hasSignOf("", "<text>a</text>")).toBe(true);
  });

  it("lessons set no sign that the first files lack", () => {
    const lessons = join(import.meta.dirname, "../../lessons");
    for (const { slug } of LESSONS.filter(({ written }) => written)) {
      const text = readFileSync(join(lessons, slug, "text.mdx"), "utf8").replaceAll("\n", "");
      expect([...new Set(text)].filter((sign) => !SITE_SIGNS.includes(sign))).toEqual([]);
    }
  });
});
