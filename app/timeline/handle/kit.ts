/** The handles of a timeline and their meanings: fetched once the first view is drawn. */
export { handlesOf, otherHandlesOf, packetHandlesOf } from "./handles.ts";
export { meaningOf } from "./meaning.ts";
export { outcomeOf } from "./outcome.ts";
export { choicesOf, stepped } from "./strokes.ts";
