import type { Citation } from "../types.ts";

/** The name of the system that the paper describes. */
export const NAME = "MultiRPC";

export const CITATION: Citation = {
  key: "satyanarayanan1990parallel",
  authors: ["Satyanarayanan, Mahadev", "Siegel, Ellen H."],
  title: "Parallel Communication in a Large Distributed Environment",
  journal: "IEEE Transactions on Computers",
  volume: 39,
  number: 3,
  pages: [328, 348],
  month: "mar",
  year: 1990,
};
