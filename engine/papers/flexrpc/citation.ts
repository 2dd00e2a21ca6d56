import type { Citation } from "../types.ts";

/** The name of the system that the paper describes. */
export const NAME = "FlexRPC";

export const CITATION: Citation = {
  key: "kim2009serial",
  authors: ["Kim, Sang-Hoon", "Kim, Jin-Soo", "Maeng, Seungryoul"],
  title: "Modeling and Evaluation of Serial Multicast Remote Procedure Calls (RPCs)",
  journal: "IEEE Communications Letters",
  volume: 13,
  number: 4,
  pages: [283, 285],
  month: "apr",
  year: 2009,
  doi: "10.1109/LCOMM.2009.082103",
};
