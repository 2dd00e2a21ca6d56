import type { PartHead } from "../types.ts";

export const part: PartHead = { place: 3, title: "Sun RPC", authors: "Elliott and Nutt", year: 1989 };
