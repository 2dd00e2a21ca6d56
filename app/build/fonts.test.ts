import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LESSONS } from "../../lessons/course.ts";
import { SITE_SIGNS } from "./fonts.ts";

describe("fonts", () => {
  it("lessons set no sign that the first files lack", () => {
    const lessons = join(import.meta.dirname, "../../lessons");
    for (const { slug } of LESSONS.filter(({ written }) => written)) {
      const text = readFileSync(join(lessons, slug, "text.mdx"), "utf8").replaceAll("\n", "");
      expect([...new Set(text)].filter((sign) => !SITE_SIGNS.includes(sign))).toEqual([]);
    }
  });
});
