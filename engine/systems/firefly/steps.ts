/** The segments of a Firefly RPC: which steps of Tables III, IV, VI and VII run in which order, on whose time. */
import { durationOf } from "../../hardware/cost.ts";
import { FIREFLY, SLOW_PATH_EXTRA } from "../../hardware/firefly-costs.ts";
import type { FireflyWork } from "../../hardware/firefly-work.ts";
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

/** Table VI from the Sender to the interprocessor interrupt, for a packet of `bytes`. */
const senderSteps = (work: FireflyWork, bytes: number): readonly TimedStep[] => [
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

export function fireflySegments(
  recorder: TraceRecorder,
  work: FireflyWork,
  procedure: Procedure,
  frameBytes: FrameBytes,
): FireflySegments {
  const { argumentBytes, resultBytes, array } = procedure;
  const [callBytes, answerBytes] = [frameBytes(argumentBytes), frameBytes(resultBytes)];
  const arrays = array === "fixed" ? FIREFLY.marshalFixed : FIREFLY.marshalVariable;
  const extra = durationOf(SLOW_PATH_EXTRA) - durationOf(FIREFLY.wakeUp);
  const sends = new Map<number, Segment>();
  const prepare = [
    work.program(FIREFLY.callingProgram),
    work.stub(FIREFLY.callingStub, "call"),
    work.routine(FIREFLY.starter),
    work.marshal(arrays, argumentBytes, "argument"),
    work.routine(FIREFLY.transporterSend),
  ];
  return {
    call: segment(recorder, [...prepare, ...senderSteps(work, callBytes)]),
    prepare: segment(recorder, prepare),
    sendCall: segment(recorder, senderSteps(work, callBytes)),
    register: segment(recorder, [work.program(FIREFLY.register)]),
    finish: segment(recorder, [
      work.copy(answerBytes),
      work.routine(FIREFLY.transporterReceive),
      work.marshal(arrays, resultBytes, "result"),
      work.routine(FIREFLY.ender),
      work.stub(FIREFLY.callingStub, "return"),
    ]),
    serve: segment(recorder, [
      work.copy(callBytes),
      work.routine(FIREFLY.receiverReceive),
      work.stub(FIREFLY.serverStub, "call"),
      work.program(FIREFLY.nullProcedure),
      work.stub(FIREFLY.serverStub, "return"),
      work.routine(FIREFLY.receiverSend),
      ...senderSteps(work, answerBytes),
    ]),
    demultiplex: segment(recorder, [work.paced(DEMULTIPLEX, extra), work.kernel(FIREFLY.wakeUp)]),
    send: (bytes) => {
      const known = sends.get(bytes);
      if (known !== undefined) return known;
      const made = segment(recorder, senderSteps(work, bytes));
      sends.set(bytes, made);
      return made;
    },
  };
}
