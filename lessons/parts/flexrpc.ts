import type { PartHead } from "../types.ts";

export const part: PartHead = { place: 5, title: "FlexRPC", authors: "Kim, Kim and Maeng", year: null };
