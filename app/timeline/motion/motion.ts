/** All that moves, as one part that is fetched after the first view. */
export { Moving, ToCome } from "./Moving.tsx";
export { moveOn } from "./way.ts";
