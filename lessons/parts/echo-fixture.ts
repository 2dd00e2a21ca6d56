import type { PartHead } from "../types.ts";

export const part: PartHead = { place: 100, title: "Echo", authors: null, year: null };
