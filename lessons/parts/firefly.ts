import type { PartHead } from "../types.ts";

export const part: PartHead = { place: 2, title: "Firefly", authors: "Schroeder and Burrows", year: 1990 };
