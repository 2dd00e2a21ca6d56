/** The messages between those who call and those who serve. */
import type { Network } from "./network.ts";
import type { Attempt } from "./request.ts";

export type RequestNetwork = Network<"request" | "reply" | "cancel", Attempt>;
