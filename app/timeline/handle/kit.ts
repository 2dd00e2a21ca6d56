/** What a reader can take hold of, and what it means: fetched once the first view is drawn. */
export { handlesOf, otherHandlesOf, packetHandlesOf } from "./handles.ts";
export { meaningOf } from "./meaning.ts";
export { outcomeOf } from "./outcome.ts";
export { choicesOf, stepped } from "./strokes.ts";
