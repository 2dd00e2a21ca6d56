/** Machines that run the program that is measured: no fault script can crash them. */
import type { Description } from "../../engine/experiments/types.ts";

/** Whether a machine is the one that must run, or one more of its kind: "client", "client2". */
export const isMeasured = ({ mustRun }: Pick<Description, "mustRun">, machine: string): boolean =>
  mustRun !== undefined && machine.replace(/\d+$/, "") === mustRun;
