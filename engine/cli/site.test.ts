import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sourcesHash } from "./site.mjs";

describe("the hash of what the site is built from", () => {
  let folder = "";
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "roundtrip-site-"));
    put("app/main.tsx", "main");
    put("engine/kernel/time.ts", "time");
    put("package-lock.json", "{}");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("changes with a source, its name, a new one, and the packages", () => {
    const seen = [sourcesHash(folder)];
    put("engine/kernel/time.ts", "time!");
    seen.push(sourcesHash(folder));
    renameSync(join(folder, "app/main.tsx"), join(folder, "app/start.tsx"));
    seen.push(sourcesHash(folder));
    put("public/icon.svg", "<svg/>");
    seen.push(sourcesHash(folder));
    put("package-lock.json", "{ }");
    seen.push(sourcesHash(folder));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("does not change with tests, documents, or what was built before", () => {
    const before = sourcesHash(folder);
    put("engine/kernel/time.test.ts", "test");
    put("README.md", "readme");
    put("dist/index.html", "built");
    expect(sourcesHash(folder)).toBe(before);
  });
});
