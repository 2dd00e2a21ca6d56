/** Loads the language of faults at once: for the headless lab, the tests, and workers that run everything. */
import { takeInLanguage } from "./language.ts";
import { parseScript } from "./parse-script.ts";
import { FaultScript } from "./script.ts";
import { formatFault } from "./text.ts";

takeInLanguage({ parseScript, formatFault, scriptOf: (faults) => new FaultScript(faults) });
