/** The data in which the handles of a call and their snaps are found. */
import type { Description, TracedRun } from "../../../engine/experiments/types.ts";
import type { Setup } from "../../setup/setup.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import type { Handle } from "./handle.ts";

/** A thing before its handle is made. */
export type PlaceInRun = Pick<Handle, "kind" | "ref" | "machine" | "from" | "to">;

/** The data that the handles of a call are made from. */
export interface About {
  readonly run: TracedRun;
  readonly shown: ShownCall;
  readonly setup: Setup;
  readonly experiment: Description;
}
