/** The door before the tools of the bench's timeline; it stays as it was left. */
import { keptSwitch } from "../controls/kept-switch.ts";

export const { use: useTimelineDoor, toggle: toggleTimelineDoor } = keptSwitch("roundtrip-timeline-tools");
