/** On a phone the checkpoint’s first goal that is missed stays above the stage while the reader tries. */
import { PHONE, useMedia } from "../../controls/media.ts";
import { useLesson } from "../context.ts";

export function FirstGoal() {
  const { goals } = useLesson();
  const phone = useMedia(PHONE);
  if (!phone || goals === null) return null;
  const { says, now, goal, holds, isOld } = goals;
  return (
    <p className={isOld ? "row first-goal old" : "row first-goal"}>
      <span>{says}</span> <b>{now}</b> <span className="note">goal: {goal}</span>{" "}
      <b className={holds ? "verdict right" : "verdict wrong"}>{holds ? "✓ reached" : "✗ not yet"}</b>
    </p>
  );
}
