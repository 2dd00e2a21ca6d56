/**
 * The roles of the published numbers of today. What a set-up states is an input. All other numbers have to be
 * predicted; one alone is fitted to: the number of leaves behind a page of Dean and Barroso, which they do not say.
 */
import type { RoleRule } from "../types.ts";

export const ROLES: readonly RoleRule[] = [
  { table: "services", columns: ["value"], role: "result" },
  { table: "tcp", columns: ["value"], role: "result" },
  { table: "settings", columns: ["value"], role: "input" },
];
