import type { PartHead } from "../types.ts";

export const part: PartHead = { place: 1, title: "Cedar", authors: "Birrell and Nelson", year: 1984 };
