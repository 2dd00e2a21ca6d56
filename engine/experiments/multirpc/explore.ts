/** RPC2 as the search over faults follows it: one client and one server, or a parallel call to few workstations. */
import { millis } from "../../kernel/time.ts";
import { callsAtOnce } from "../../protocols/at-once.ts";
import { Rpc2Ends } from "../../protocols/rpc2/ends.ts";
import { LIBRARY_1987, LIBRARY_2025 } from "../../protocols/rpc2/library.ts";
import { USUAL_REQUEST } from "../../systems/rpc2/options.ts";
import { CLIENTS, NUMBERED, rulesLeftOut, THREADS, type Explorable } from "../explorable.ts";
import type { ParamValues } from "../types.ts";

const NO_FOREIGN_LOAD = {
  parameter: "foreignLoad",
  value: "none",
  why: "Other hosts send by chance, and the search draws no numbers.",
};
const NO_LOSS = { parameter: "lossPercent", value: 0, why: "The search itself loses packets." };
const WAITS = {
  parameter: "procedure",
  value: "waits",
  why: "The search lets a server answer a request that comes again while the procedure runs.",
};

const settingsOf = (parameters: ParamValues) => ({
  library: parameters["library"] === "2025" ? LIBRARY_2025 : LIBRARY_1987,
  limit: millis(Number(parameters["timeoutMs"])),
  without: rulesLeftOut(parameters),
});

const rpc2: Explorable = {
  experiments: ["multirpc/call"],
  calls: "trials",
  bounds: [
    { parameter: "servers", value: 1, why: "The search follows one server." },
    { parameter: "mode", value: "iterative", why: "A call to one server is a plain call of RPC2." },
    { parameter: "callers", value: 1, why: "The search follows one call at a time." },
    THREADS,
    ...CLIENTS,
    { parameter: "waitFor", value: 1, why: "There is one server to wait for." },
    { parameter: "dead", value: 0, why: "The search itself crashes machines." },
    { parameter: "gapMs", value: 0, why: "The next call follows at once, so that it meets what is left of the first." },
    { parameter: "distribution", value: "constant", why: "The search draws no numbers." },
    WAITS,
    NO_FOREIGN_LOAD,
    NO_LOSS,
    { parameter: "security", value: "openKimono", why: "The search follows calls in clear." },
    { parameter: "replyAcks", value: "off", why: "The search follows the published protocol, which has none." },
  ],
  ends: (parameters) => {
    const { clients, threads, trials } = parameters;
    const connections = Math.min(Number(threads), Number(trials));
    const ends = new Rpc2Ends({ ...settingsOf(parameters), clients: Number(clients), connections });
    return callsAtOnce(ends, connections, NUMBERED);
  },
};

const WORKSTATIONS = 2;

const callbackBreak: Explorable = {
  experiments: ["multirpc/callback-break"],
  calls: 1,
  bounds: [
    { parameter: "workstations", value: WORKSTATIONS, why: "The search follows few workstations." },
    { parameter: "mode", value: "multi", why: "The search counts what every workstation executes for one call." },
    { parameter: "deadFraction", value: 0, why: "The search itself crashes machines." },
    WAITS,
    NO_FOREIGN_LOAD,
    NO_LOSS,
  ],
  faults: { most: 2, why: "A third fault may meet each packet to and from each workstation." },
  ends: (parameters) =>
    new Rpc2Ends({
      ...settingsOf(parameters),
      parallel: {
        servers: WORKSTATIONS,
        yieldEvery: "never", // it makes no difference to so few requests
        requestTakes: millis(USUAL_REQUEST.ms),
      },
    }),
};

export const explorables: readonly Explorable[] = [rpc2, callbackBreak];
