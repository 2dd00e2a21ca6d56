/** For tests: the scripts about Amoeba’s transactions need no words of their own. */
import { tracedByEnds } from "../testing/ends-script.ts";
import type { Traced } from "../testing/traced.ts";
import { tracedEnds } from "./ends.ts";

export const TRACED: Traced = { ...tracedByEnds(tracedEnds), rules: 15 };
