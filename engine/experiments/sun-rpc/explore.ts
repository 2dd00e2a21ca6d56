/** Sun RPC over UDP as the search over faults follows it. */
import { SunEnds } from "../../protocols/sunrpc/ends.ts";
import { listOf, NAMED, timersOf } from "../../systems/sunrpc/handles.ts";
import { CACHE, type Waiting } from "../../systems/sunrpc/options.ts";
import { rulesLeftOut, type Explorable } from "../explorable.ts";

const PROCEDURE = 1;

const waitingOf = (word: unknown): Waiting => (word === "block" ? "block" : "select");

const sunRpc: Explorable = {
  experiments: ["sun-rpc/call"],
  calls: "iterations",
  bounds: [
    { parameter: "program", value: "sun-rpc", why: "The search follows the library over UDP." },
    { parameter: "transport", value: "udp", why: "The search follows the library over UDP." },
    { parameter: "place", value: "remote", why: "The search lets two machines talk." },
    { parameter: "argumentBytes", value: 0, why: "The search follows calls of one packet." },
    { parameter: "argument", value: "bytes", why: "The search follows calls of one packet." },
    { parameter: "serverDead", value: "no", why: "The search itself crashes machines." },
    { parameter: "clock", value: "exact", why: "The search counts nanoseconds." },
    { parameter: "otherWork", value: "none", why: "Other work comes by chance, and the search draws no numbers." },
  ],
  ends: (parameters) => {
    const without = rulesLeftOut(parameters);
    const timers = timersOf({
      waiting: waitingOf(parameters["waiting"]),
      retryS: Number(parameters["retryS"]),
      totalS: Number(parameters["totalS"]),
      timeouts: parameters["timeouts"] === "on",
    });
    return new SunEnds({
      client: { ...timers, canRefresh: false, without },
      server: { registered: listOf(NAMED, 1), cache: parameters["duplicateCache"] === "on" ? CACHE : 0, without },
      called: { ...NAMED, procedure: PROCEDURE },
      udpChecksums: parameters["udpChecksums"] === "on",
    });
  },
};

export const explorables: readonly Explorable[] = [sunRpc];
