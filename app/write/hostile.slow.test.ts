/** 500 hostile programs: none gets anything of this world, none stops it, each hears one clear error. */
import { expect, it } from "vitest";
import { hostileTexts } from "./hostile.ts";
import { expectHeld, verdictOn } from "./testing.ts";

/** `npm run audit` sets ROUNDTRIP_EVERY and tries all of them. */
const EVERY = process.env["ROUNDTRIP_EVERY"] === "1" ? 1 : 5;

it("holds every hostile program", { timeout: 120_000 }, async () => {
  const texts = hostileTexts();
  expect(texts).toHaveLength(500);
  for (const [i, hostile] of texts.entries()) if (i % EVERY === 0) await expectHeld(hostile);
});

it("would see a program that gets out", async () => {
  const out = "function client() { throw new Error('ESCAPED'); } function server() { return []; }";
  expect(JSON.stringify(await verdictOn(out))).toContain("ESCAPED");
});
