/** The claims of the paper of Elliott and Nutt that a run of its experiment tries. */
import { triedBy, type Tries } from "../tries.ts";
import {
  BLOCKING,
  bothSave,
  localMean,
  remotely,
  remotelyOverTcp,
  RPC_PROGRAM,
  saved,
  SELECT,
  selectAdds,
  timesLocalCall,
} from "./computed.ts";
import type { OLYMPUS_PARAMS, OlympusMeasure } from "./olympus/params.ts";
import type { CALL_PARAMS, SunRpcMeasure } from "./params.ts";

const call = triedBy<typeof CALL_PARAMS, SunRpcMeasure>("sun-rpc/call");

const olympus = triedBy<typeof OLYMPUS_PARAMS, OlympusMeasure>("sun-rpc/olympus");

const ONE = { iterations: 1 } as const;
const LOCAL = { place: "local", iterations: 10 } as const;

export const tries: Tries = {
  paper: "enutt",
  claims: {
    "four-programs": call(LOCAL, "Choose another program: the client’s processor time changes with its parts."),
    clock: call(
      { iterations: 10, place: "local", clock: "ticks" },
      "With ten turns of the loop, the clock shows steps of 1,667 µs a call, and more or fewer with another seed.",
    ),
    "repeat-spread": call(
      { iterations: 1000, place: "local", clock: "ticks", otherWork: "nfs" },
      "Change the seed: the processor time of a call changes by up to 5 percent.",
    ),
    "local-call": call({ program: "c-call" }, "A turn of the loop takes 4.1 µs, 1.2 µs of it without the call.", {
      measure: "clientCpuUs",
    }),
    "three-orders": call({ place: "local" }, "Compare with the program that calls a C function.", {
      measure: "clientCpuUs",
      compute: (ask) => {
        const times = timesLocalCall(ask);
        return times === null ? null : Math.log10(times);
      },
    }),
    thousand: call({ place: "local" }, "Compare with the program that calls a C function.", {
      measure: "clientCpuUs",
      compute: timesLocalCall,
    }),
    "remote-25": call({ iterations: 10 }, "Set both processes on one machine, and compare.", {
      measure: "clientCpuUs",
      compute: remotely(RPC_PROGRAM),
    }),
    "remote-50": call({ ...SELECT, iterations: 10 }, "Set both processes on one machine, and compare.", {
      measure: "clientCpuUs",
      compute: remotely(SELECT),
    }),
    "remote-tcp-23": call(
      { program: "tcp", waiting: "block", iterations: 10 },
      "Set both processes on one machine, and compare.",
      { measure: "clientCpuUs", compute: remotelyOverTcp },
    ),
    "rpc-vs-custom-20": call({ iterations: 10 }, "Choose the minimal program, and compare.", {
      measure: "clientCpuUs",
      compute: saved(SELECT),
    }),
    "save-20": call({ ...SELECT, iterations: 10 }, "Compare with Sun RPC, on one machine and on two.", {
      measure: "clientCpuUs",
      compute: saved(SELECT),
    }),
    "save-29": call({ ...BLOCKING, iterations: 10 }, "Compare with Sun RPC, on one machine and on two.", {
      measure: "clientCpuUs",
      compute: saved(BLOCKING),
    }),
    "select-influence": call({ ...SELECT, ...LOCAL }, "Let the client block in its read, and compare.", {
      measure: "clientCpuUs",
      compute: selectAdds,
    }),
    "xdr-584": call(LOCAL, "The measure XDR adds the paper’s thirteen routines up.", {
      measure: "xdrUs",
      compute: localMean,
    }),
    "xdr-14": call(LOCAL, "XDR is a small part of the client’s processor time.", { measure: "xdrPercent" }),
    "dispatch-110": call(LOCAL, "The measure Dispatching adds callrpc and strcmp up.", { measure: "dispatchUs" }),
    "dispatch-3": call(LOCAL, "Dispatching is the smallest part.", { measure: "dispatchPercent" }),
    "sum-700": call(LOCAL, "Give XDR and dispatching up, and compare.", {
      measure: "clientCpuUs",
      compute: bothSave,
    }),
    "socket-80": call(LOCAL, "Most of the client’s time is sendto, recvfrom and select.", { measure: "socketPercent" }),
    "dispatch-list": call(
      { ...ONE, registeredProcedures: 1000 },
      "The server searches its list for 5 ms before it finds the program.",
    ),
    "udp-8k": call(
      { ...ONE, argumentBytes: 10_000 },
      "The client refuses the call, while one of 8,192 bytes goes out in six packets.",
    ),
    "blocking-default": call({ ...ONE, ...BLOCKING }, "The reply is lost, and the client reads for ever.", {
      faults: ["drop reply#1"],
    }),
    "select-needed": call({ ...ONE, ...BLOCKING }, "The reply is lost, and the client reads for ever.", {
      faults: ["drop reply#1"],
    }),
    "select-semantics": call(ONE, "The reply is lost: after 5 s select ends, and the client calls again.", {
      faults: ["drop reply#1"],
    }),
    "no-concurrency": olympus(
      { servers: 8 },
      "Let the calls block: one is under way at a time, where six were at once before.",
    ),
  },
};
