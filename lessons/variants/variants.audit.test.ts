/** Every lesson’s variants for 200 students: each can be solved, and none passes before anything was done. */
import { expect, it } from "vitest";
import { ALL_LESSONS } from "../all.ts";
import { runNow } from "../testing.ts";
import { openOwn } from "./open-variant.ts";
import { tryVariants } from "./try-variants.ts";

const STUDENTS = Array.from({ length: 200 }, (_, i) => `student ${i + 1}`);
const HOUR_MS = 3_600_000;

it.each(ALL_LESSONS.map(({ slug }) => slug))(
  "%s can be solved by 200 students",
  async (slug) => {
    const lesson = ALL_LESSONS.find((one) => one.slug === slug);
    if (lesson === undefined) throw new Error(`There is no lesson ${slug}.`);
    const tried = await tryVariants(lesson, await openOwn(slug), STUDENTS, runNow);
    expect(tried.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(tried.length % STUDENTS.length).toBe(0);
  },
  HOUR_MS,
);
