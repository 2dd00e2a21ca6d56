import type { Citation } from "../types.ts";

/** The name of the system that the paper describes. */
export const NAME = "Firefly RPC";

export const CITATION: Citation = {
  key: "schroeder1990firefly",
  authors: ["Schroeder, Michael D.", "Burrows, Michael"],
  title: "Performance of Firefly RPC",
  journal: "ACM Transactions on Computer Systems",
  volume: 8,
  number: 1,
  pages: [1, 17],
  month: "feb",
  year: 1990,
  doi: "10.1145/77648.77653",
};
