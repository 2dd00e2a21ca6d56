/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Property } from "../protocols/promises.ts";

/** What the protocol of an experiment that can be explored promises with its defaults, by the experiment’s id. */
export const PROMISED: Readonly<Record<string, readonly Property[]>> = {
  "amoeba/call": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "cedar/call": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "firefly/null": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "firefly/max-result": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "firefly/max-arg": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "flexrpc/multicast": ["once", "atMostOnce", "ownResult", "ends", "returns"],
  "flexrpc/gfs-push": ["once", "atMostOnce", "ownResult", "ends", "returns"],
  "flexrpc/paxos-round": ["once", "atMostOnce", "ownResult", "ends", "returns"],
  "flexrpc/p2p-probe": ["once", "atMostOnce", "ownResult", "ends", "returns"],
  "machine/call": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "many/call": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "multirpc/call": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "multirpc/callback-break": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "sprite/call": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "sun-rpc/call": ["ownResult", "atLeastOnce", "ends", "returns", "timers"],
  "sun-rpc/broadcast": ["ownResult", "ends", "returns"],
  "sun-rpc/olympus": ["ownResult", "atLeastOnce", "ends", "returns", "timers"],
  "sweepstakes/null": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "sweepstakes/throughput": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
  "tcp/transfer": ["once", "atMostOnce", "ownResult"],
  "today/call": ["once", "atMostOnce", "ownResult", "returns"],
  "today/retry-storm": ["ownResult", "atLeastOnce", "ends"],
  "today/open-loop": ["ownResult", "atLeastOnce", "ends"],
  "today/hedge": ["ownResult", "atLeastOnce", "ends"],
  "written/call": ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"],
};
