import type { PartHead } from "../types.ts";

export const part: PartHead = { place: 7, title: "Today", authors: null, year: null };
