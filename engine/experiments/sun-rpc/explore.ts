/** Sun RPC as the search over faults follows it: over UDP, or over TCP where the run does. */
import { SunEnds } from "../../protocols/sunrpc/ends.ts";
import { SunTcpEnds } from "../../protocols/sunrpc/tcp/ends.ts";
import { SUN_RPC } from "../../systems/sunrpc/format.ts";
import { listOf, NAMED, SERVER_TCP_PORT, timersOf } from "../../systems/sunrpc/handles.ts";
import { CACHE, type Waiting } from "../../systems/sunrpc/options.ts";
import { SUNOS_TCP } from "../../systems/sunrpc/stream.ts";
import { FRAGMENT_BYTES } from "../../wire/sunrpc-record.ts";
import { CLIENTS, rulesLeftOut, type Explorable } from "../explorable.ts";
import { broadcast } from "./broadcast/explore.ts";
import { olympus } from "./olympus/explore.ts";

const PROCEDURE = 1;

const waitingOf = (word: unknown): Waiting => (word === "block" ? "block" : "select");

const sunRpc: Explorable = {
  experiments: ["sun-rpc/call"],
  calls: "iterations",
  bounds: [
    { parameter: "program", value: "sun-rpc", why: "The search follows the library." },
    { parameter: "place", value: "remote", why: "The search lets two machines talk." },
    { parameter: "argumentBytes", value: 0, why: "The search follows calls of one packet." },
    { parameter: "argument", value: "bytes", why: "The search follows calls of one packet." },
    { parameter: "serverDead", value: "no", why: "The search itself crashes machines." },
    { parameter: "clock", value: "exact", why: "The search counts nanoseconds." },
    ...CLIENTS,
    { parameter: "clients", value: 1, where: { transport: "tcp" }, why: "A server over TCP has one connection." },
    { parameter: "otherWork", value: "none", why: "Other work comes by chance, and the search draws no numbers." },
  ],
  rules: {
    kept: { duplicateCache: "on", udpChecksums: "on" },
    switches: [
      {
        rule: "udpChecksum",
        says: "UDP puts a sum over all bytes into each packet, and the receiver drops a damaged one.",
        leftOut: { udpChecksums: "off" },
      },
      {
        rule: "timeout",
        says: "A client that has waited for long sends its call again, and at last gives up.",
        leftOut: { timeouts: "off" },
      },
    ],
    elsewhere: [
      {
        rule: "clientMatch",
        set: { clients: 2 },
        why: "One client numbers its own requests, so its cache needs no address. Two clients may use one number.",
      },
    ],
  },
  ends: (parameters) => {
    const without = rulesLeftOut(parameters);
    const called = { ...NAMED, procedure: PROCEDURE };
    const registered = listOf(NAMED, 1);
    const timers = timersOf({
      waiting: waitingOf(parameters["waiting"]),
      retryS: Number(parameters["retryS"]),
      totalS: Number(parameters["totalS"]),
      timeouts: parameters["timeouts"] === "on",
    });
    if (parameters["program"] === "sun-rpc" && parameters["transport"] === "tcp") {
      return new SunTcpEnds({
        client: { total: timers.total, without },
        server: { registered },
        called,
        tcp: SUNOS_TCP,
        port: SERVER_TCP_PORT,
        bytesOf: { call: (call) => SUN_RPC.call(call).length, reply: (reply) => SUN_RPC.reply(reply).length },
        fragmentBytes: FRAGMENT_BYTES,
        isOpen: true,
      });
    }
    return new SunEnds({
      client: { ...timers, canRefresh: false, without },
      server: { registered, cache: parameters["duplicateCache"] === "on" ? CACHE : 0, without },
      called,
      udpChecksums: parameters["udpChecksums"] === "on",
      clients: Number(parameters["clients"]),
    });
  },
};

export const explorables: readonly Explorable[] = [sunRpc, broadcast, olympus];
