import type { PartHead } from "../types.ts";

export const part: PartHead = { place: 6, title: "The sweepstakes", authors: "all of them", year: null };
