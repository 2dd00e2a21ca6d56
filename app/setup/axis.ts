/** The three kinds of axis of a timeline. A reader, a step of a lesson or a link chooses one. */
export const AXIS_KINDS = ["folded", "linear", "log"] as const;
export type AxisKind = (typeof AXIS_KINDS)[number];
export const DEFAULT_AXIS: AxisKind = "folded";
