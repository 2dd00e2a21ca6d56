/** The name service of a run, which can be fetched later: most runs ask it nothing. */
import { LaterPart } from "../../kernel/later.ts";
import type * as grapevine from "./grapevine.ts";

export const GRAPEVINE = new LaterPart<typeof grapevine>("Grapevine");
