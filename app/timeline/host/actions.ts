/** The faults that a machine can have at a moment, as lines of a fault script. */
import { formatFault } from "../../../engine/faults/text.ts";
import type { Fault } from "../../../engine/faults/fault.ts";
import type { HostView } from "./view.ts";

export interface HostAction {
  readonly text: string;
  readonly line: string;
  /** Why it cannot be done now; "" where it can. */
  readonly not: string;
}

/** So many times as slow a machine is made by the button; another number is written in the script. */
const TIMES = 3;

/** @param time in nanoseconds of the run; a playhead that was set by hand stands between them */
export function hostActions(
  { machine, up, dead, times, whyUp }: Pick<HostView, "machine" | "up" | "dead" | "times" | "whyUp">,
  time: number,
): readonly HostAction[] {
  const at = Math.round(time);
  const action = (text: string, fault: Fault, not: string): HostAction => ({ text, line: formatFault(fault), not });
  const still = up && times === 0 ? "This machine stands still." : "";
  const down = up ? still : "This machine is down.";
  const stays = dead ? "A script restarts only what it crashed, and this machine was dead before." : "";
  const slower = times === 1 ? TIMES : 1;
  const text = times === 1 ? `Slow ${TIMES} times` : "Own pace again";
  return [
    action("Crash", { what: "crash", machine, at }, whyUp ?? down),
    action("Restart", { what: "restart", machine, at }, whyUp ?? (up ? still || "This machine is up." : stays)),
    action(text, { what: "slow", machine, times: slower, at }, down),
  ];
}
