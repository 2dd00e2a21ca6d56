/** The segments of a Firefly RPC: which steps of Tables III, IV, VI and VII run in which order, on whose time. */
import { durationOf } from "../../hardware/cost.ts";
import { FIREFLY, SLOW_PATH_EXTRA } from "../../hardware/firefly-costs.ts";
import { BYTE_STREAM_ASSUMED } from "../../hardware/firefly-marshal-costs.ts";
import type { FireflyWork } from "../../hardware/firefly-work.ts";
import { segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Step } from "../../kernel/trace-data.ts";
import { FIREFLY_MAX_DATA } from "../../wire/firefly.ts";
import type { TestInterface } from "./test-program.ts";

/** The bytes of a call and of its result, and the copies of the stubs at both ends. */
export type Procedure = Pick<TestInterface, "callBytes" | "resultBytes" | "steps">;

/** Table VI from the Sender to the interprocessor interrupt, for a packet of `bytes`. */
const senderSteps = (work: FireflyWork, bytes: number, isStream: boolean): readonly TimedStep[] => [
  ...(isStream ? [work.kernel(BYTE_STREAM_ASSUMED.put)] : []),
  work.finishHeaders(),
  work.checksum("sendChecksum", bytes),
  work.kernel(FIREFLY.trapToNub),
  work.copy(bytes),
  work.kernel(FIREFLY.queuePacket),
  work.interruptCpu0(),
];

const DEMULTIPLEX: Step = {
  name: "Demultiplex in the operating system",
  layer: "kernel",
  source: SLOW_PATH_EXTRA.source,
};

/** All segments of a run; made once, because every call of a run is alike. */
export interface FireflySegments {
  /** Calling program to interprocessor interrupt, and its two parts. */
  readonly call: Segment;
  readonly prepare: Segment;
  readonly sendCall: Segment;
  readonly register: Segment;
  readonly finish: Segment; // result packet to the caller's return
  readonly serve: Segment; // call packet to the result's interprocessor interrupt
  readonly demultiplex: Segment; // second wake-up included
  /** The Sender alone, for packets that the system sends on its own account. */
  readonly send: (bytes: number) => Segment;
}

/** The bytes of a frame with so many bytes of data. */
type FrameBytes = (dataBytes: number) => number;

/** @param isStream whether packets go through a byte stream */
export function fireflySegments(
  recorder: TraceRecorder,
  work: FireflyWork,
  procedure: Procedure,
  frameBytes: FrameBytes,
  isStream = false,
): FireflySegments {
  const { steps: stubs } = procedure;
  // Of a long message the first packet: the others are the system's own.
  const firstOf = (bytes: number): number => frameBytes(Math.min(bytes, FIREFLY_MAX_DATA));
  const [callBytes, answerBytes] = [firstOf(procedure.callBytes), firstOf(procedure.resultBytes)];
  const taken = isStream ? [work.kernel(BYTE_STREAM_ASSUMED.take)] : [];
  const copied = (steps: readonly TimedStep[]): readonly TimedStep[] => steps.map((step) => work.copied(step));
  const extra = durationOf(SLOW_PATH_EXTRA) - durationOf(FIREFLY.wakeUp);
  const sends = new Map<number, Segment>();
  const prepare = [
    work.program(FIREFLY.callingProgram),
    work.stub(FIREFLY.callingStub, "call"),
    work.routine(FIREFLY.starter),
    ...copied(stubs.call.caller),
    work.routine(FIREFLY.transporterSend),
  ];
  return {
    call: segment(recorder, [...prepare, ...senderSteps(work, callBytes, isStream)]),
    prepare: segment(recorder, prepare),
    sendCall: segment(recorder, senderSteps(work, callBytes, isStream)),
    register: segment(recorder, [work.unchanged(FIREFLY.register)]),
    finish: segment(recorder, [
      ...taken,
      work.copy(answerBytes),
      work.routine(FIREFLY.transporterReceive),
      ...copied(stubs.result.caller),
      work.routine(FIREFLY.ender),
      work.stub(FIREFLY.callingStub, "return"),
    ]),
    serve: segment(recorder, [
      ...taken,
      work.copy(callBytes),
      work.routine(FIREFLY.receiverReceive),
      work.stub(FIREFLY.serverStub, "call"),
      ...copied(stubs.call.server),
      work.program(FIREFLY.nullProcedure),
      ...copied(stubs.result.server),
      work.stub(FIREFLY.serverStub, "return"),
      work.routine(FIREFLY.receiverSend),
      ...senderSteps(work, answerBytes, isStream),
    ]),
    demultiplex: segment(recorder, [work.paced(DEMULTIPLEX, extra), work.kernel(FIREFLY.wakeUp)]),
    send: (bytes) => {
      const known = sends.get(bytes);
      if (known !== undefined) return known;
      const made = segment(recorder, senderSteps(work, bytes, isStream));
      sends.set(bytes, made);
      return made;
    },
  };
}
