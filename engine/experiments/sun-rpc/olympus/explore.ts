/** Olympus as the search over faults follows it: a chain of nodes, whose calls follow each other to one server. */
import { SunEnds } from "../../../protocols/sunrpc/ends.ts";
import { NAMED, timersOf } from "../../../systems/sunrpc/handles.ts";
import { serverName } from "../../../systems/sunrpc/options.ts";
import type { Explorable } from "../../explorable.ts";

/** The shortest chain, a call a node. */
const NODES = 4;
const PROCEDURE = 1; // of any node: all nodes take equally long
const ONE_BY_ONE = "The search follows calls that are made one after the other.";

export const olympus: Explorable = {
  experiments: ["sun-rpc/olympus"],
  calls: NODES,
  bounds: [
    { parameter: "graph", value: "chain", why: ONE_BY_ONE },
    { parameter: "calling", value: "blocking", why: ONE_BY_ONE },
    { parameter: "nodes", value: NODES, why: "The search follows few calls." },
    { parameter: "servers", value: 1, why: "A backend with one call at a time calls its first server alone." },
  ],
  ends: ({ retryS, totalS }) => {
    const timers = timersOf({ waiting: "select", retryS: Number(retryS), totalS: Number(totalS), timeouts: true });
    return new SunEnds({
      client: { ...timers, canRefresh: false, without: [] },
      server: { registered: [{ ...NAMED, procedures: [PROCEDURE] }], cache: 0, without: [] },
      called: { ...NAMED, procedure: PROCEDURE },
      udpChecksums: false,
      serverName: serverName(1),
    });
  },
};
