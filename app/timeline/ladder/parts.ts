/** What the timeline needs of the ladder once a reader goes there: fetched as one. */
export { LADDER } from "../../figure/ladder.ts";
export { LadderControl } from "./LadderControl.tsx";
export { isOnRung } from "./on-rung.ts";
export { rungSentence } from "./sentence.ts";
