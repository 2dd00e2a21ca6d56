import type { Citation } from "../types.ts";

/** The name of the system that the paper describes. */
export const NAME = "Sun RPC";

export const CITATION: Citation = {
  key: "elliott1989remarks",
  authors: ["Elliott, R. Stephen", "Nutt, Gary J."],
  title: "Remarks on the Cost of Using a Remote Procedure Call Facility",
  institution: "Department of Computer Science, University of Colorado at Boulder",
  report: "CU-CS-426-89",
  month: "feb",
  year: 1989,
};
