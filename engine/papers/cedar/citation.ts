import type { Citation } from "../types.ts";

/** The name of the system that the paper describes. */
export const NAME = "Cedar RPC";

export const CITATION: Citation = {
  key: "birrell1984implementing",
  authors: ["Birrell, Andrew D.", "Nelson, Bruce Jay"],
  title: "Implementing Remote Procedure Calls",
  journal: "ACM Transactions on Computer Systems",
  volume: 2,
  number: 1,
  pages: [39, 59],
  month: "feb",
  year: 1984,
  doi: "10.1145/2080.357392",
};
