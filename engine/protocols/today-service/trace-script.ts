/** For tests: the scripts about a service with a queue need no words of their own. */
import { tracedByEnds } from "../testing/ends-script.ts";
import type { Traced } from "../testing/traced.ts";
import { tracedEnds } from "./ends.ts";

export const TRACED: Traced = { ...tracedByEnds(tracedEnds), rules: 11 };
