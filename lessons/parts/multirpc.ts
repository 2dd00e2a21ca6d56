import type { PartHead } from "../types.ts";

export const part: PartHead = { place: 4, title: "MultiRPC", authors: "Satyanarayanan and Siegel", year: 1990 };
