import type { Citation } from "../types.ts";

/** The name of the systems that the numbers describe. */
export const NAME = "Services of today";

export const CITATION: Citation = {
  key: "roundtrip2026today",
  authors: ["The sources that each row names"],
  title: "Published Numbers of Services and Networks of Today",
  collection: "a collection of published numbers, each with its source",
  month: "nov",
  year: 2026,
};
