/** The segments of a Firefly RPC: which steps of Tables III, IV, VI and VII run in which order, on whose time. */
import { durationOf, sizedDuration, type Cost } from "../../hardware/cost.ts";
import { FIREFLY, SLOW_PATH_EXTRA } from "../../hardware/firefly-costs.ts";
import { checksumStep, stepOf } from "../../hardware/firefly-machine.ts";
import { segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Step } from "../../kernel/trace-data.ts";

type ArrayType = "fixed" | "variable";

/** The data of one call: the test interface passes one array, in one direction. */
export interface Procedure {
  readonly argumentBytes: number;
  readonly resultBytes: number;
  readonly array: ArrayType;
}

const runtime = (cost: Cost): TimedStep => ({ step: stepOf(cost, "rpc"), duration: durationOf(cost) });
const kernel = (cost: Cost): TimedStep => ({ step: stepOf(cost, "kernel"), duration: durationOf(cost) });

/** The paper times a stub's call and return together. We assume half of the time on the way there and half back. */
function halfOf(cost: Cost, half: "call" | "return"): TimedStep {
  const step: Step = {
    name: `${cost.name.replace(" (call and return)", "")} (${half})`,
    layer: "rpc",
    source: { ...cost.source, kind: "derived", text: `${cost.source.text}: one half each way, which is ours` },
  };
  const whole = durationOf(cost);
  const there = Math.round(whole / 2);
  return { step, duration: half === "call" ? there : whole - there };
}

/** The caller's stub copies an array into the call packet or out of the result packet; the other end copies nothing. */
function copy(array: ArrayType, bytes: number, which: "argument" | "result"): TimedStep {
  const cost = array === "fixed" ? FIREFLY.marshalFixed : FIREFLY.marshalVariable;
  const nearer = bytes <= cost.smallBytes ? cost.small : cost.large;
  const step: Step = {
    name: which === "argument" ? "Marshal the argument" : "Unmarshal the result",
    layer: "rpc",
    source: nearer.source,
  };
  return { step, duration: bytes === 0 ? 0 : sizedDuration(cost, bytes) };
}

/** Table VI from the Sender to the interprocessor interrupt, for a packet of `bytes`. */
function senderSteps(bytes: number): TimedStep[] {
  return [
    kernel(FIREFLY.finishUdpHeader),
    checksumStep("sendChecksum", bytes),
    kernel(FIREFLY.trapToNub),
    kernel(FIREFLY.queuePacket),
    kernel(FIREFLY.interruptCpu0),
  ];
}

const DEMULTIPLEX: Step = {
  name: "Demultiplex in the operating system",
  layer: "kernel",
  source: SLOW_PATH_EXTRA.source,
};

/** All segments of a run; made once, because every call of a run is alike. */
export interface FireflySegments {
  readonly call: Segment; // calling program to interprocessor interrupt
  readonly register: Segment;
  readonly finish: Segment; // result packet to the caller's return
  readonly serve: Segment; // call packet to the result's interprocessor interrupt
  readonly demultiplex: Segment; // second wake-up included
  /** The Sender alone, for packets that the system sends on its own account. */
  readonly send: (bytes: number) => Segment;
}

export function fireflySegments(recorder: TraceRecorder, procedure: Procedure): FireflySegments {
  const { argumentBytes, resultBytes, array } = procedure;
  const header = FIREFLY.minPacket.value;
  const extra = durationOf(SLOW_PATH_EXTRA) - durationOf(FIREFLY.wakeUp);
  const sends = new Map<number, Segment>();
  return {
    call: segment(recorder, [
      runtime(FIREFLY.callingProgram),
      halfOf(FIREFLY.callingStub, "call"),
      runtime(FIREFLY.starter),
      copy(array, argumentBytes, "argument"),
      runtime(FIREFLY.transporterSend),
      ...senderSteps(header + argumentBytes),
    ]),
    register: segment(recorder, [runtime(FIREFLY.register)]),
    finish: segment(recorder, [
      runtime(FIREFLY.transporterReceive),
      copy(array, resultBytes, "result"),
      runtime(FIREFLY.ender),
      halfOf(FIREFLY.callingStub, "return"),
    ]),
    serve: segment(recorder, [
      runtime(FIREFLY.receiverReceive),
      halfOf(FIREFLY.serverStub, "call"),
      runtime(FIREFLY.nullProcedure),
      halfOf(FIREFLY.serverStub, "return"),
      runtime(FIREFLY.receiverSend),
      ...senderSteps(header + resultBytes),
    ]),
    demultiplex: segment(recorder, [{ step: DEMULTIPLEX, duration: extra }, kernel(FIREFLY.wakeUp)]),
    send: (bytes) => {
      const known = sends.get(bytes);
      if (known !== undefined) return known;
      const made = segment(recorder, senderSteps(bytes));
      sends.set(bytes, made);
      return made;
    },
  };
}
