import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LESSONS } from "../../lessons/course.ts";
import { PRELOADED, SITE_SIGNS } from "./fonts.ts";

describe("fonts", () => {
  it("lessons set no sign that the first files lack", () => {
    const lessons = join(import.meta.dirname, "../../lessons");
    for (const { slug } of LESSONS) {
      const text = readFileSync(join(lessons, slug, "text.mdx"), "utf8").replaceAll("\n", "");
      expect([...new Set(text)].filter((sign) => !SITE_SIGNS.includes(sign))).toEqual([]);
    }
  });

  it("the page waits for the families that its head preloads, and for no others", () => {
    const app = join(import.meta.dirname, "..");
    const css = readFileSync(join(app, "styles", "fonts.css"), "utf8");
    const faces = [...css.matchAll(/font-family: "([^"]+)";[^}]*?url\("?[^")]*?([\w-]+)\.woff2/g)];
    const preloaded = faces.filter(([, , name = ""]) => PRELOADED.includes(name)).map(([, family]) => family);
    const [, list = ""] = /const FACES = \[(.*)\];/.exec(readFileSync(join(app, "main.tsx"), "utf8")) ?? [];
    const awaited = [...list.matchAll(/"([^"]+)"/g)].map(([, family]) => family);
    expect(preloaded).toHaveLength(PRELOADED.length);
    expect(awaited.sort()).toEqual(preloaded.sort());
  });
});
