/** What is seen on each rung of the ladder, in a sentence with the times of this call. */
import { itemAt, numberAt } from "../../../engine/kernel/reads.ts";
import { WHOLE_RUNG } from "../../words/rungs.ts";
import { timesByRow } from "../../trace/rungs.ts";
import { counted } from "../../words/numbers.ts";
import { inSentence } from "../../language/in-sentence.ts";
import { packetName } from "../../words/sentences.ts";
import { durationText } from "../../words/times.ts";
import type { ShownCall } from "../../figure/shown-call.ts";

/** @param packet the row of the packet whose bytes are seen */
export function rungSentence(shown: ShownCall, rung: number, packet: number, down: boolean): string {
  const { trace, call, story } = shown;
  const [, stub = 0, runTime = 0, kernel = 0, controller = 0] = timesByRow(trace, story.call);
  const of = (nanos: number): string => `${durationText(nanos)} of ${durationText(call.to - call.from)}`;
  switch (rung) {
    case 0:
      return `A program calls a procedure on another machine: ${durationText(call.to - call.from)}.`;
    case 1:
      return `Stubs pack the arguments and unpack the result: ${of(stub)}.`;
    case 2:
      return `The run time sends the call and waits for the result: ${of(runTime)}.`;
    case WHOLE_RUNG:
      return controller === 0
        ? `The kernel takes ${of(kernel)}.`
        : `The kernel and the controllers take ${of(kernel + controller)}.`;
    default: {
      const { packets, packetKinds } = trace;
      const name = inSentence(packetName(itemAt(packetKinds, numberAt(packets.kind, packet), "packet kind")));
      const way = down ? "top to bottom" : "left to right";
      return `The ${name} has ${counted(numberAt(packets.bytes, packet), "byte")}. They leave from ${way}.`;
    }
  }
}
