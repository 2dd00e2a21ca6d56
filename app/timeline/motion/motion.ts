/** All that moves, as one part that is fetched after the first view. */
export { Moving, ToCome } from "./Moving.tsx";
export { changedShapes, keyed, morphOf } from "./morph.ts";
