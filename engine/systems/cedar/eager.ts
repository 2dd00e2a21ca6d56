/** Loads what stands beside calls at once: for the headless lab, the tests, and workers that run everything. */
import * as parts from "./beside-parts.ts";
import { BESIDE } from "./beside.ts";
import * as grapevine from "./grapevine.ts";
import { GRAPEVINE } from "./with-grapevine.ts";

BESIDE.takeIn(parts);
GRAPEVINE.takeIn(grapevine);
