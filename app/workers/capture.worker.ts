/** Reads a capture off the page’s thread, and keeps it: the page asks for the trace of one call after the other. */
import { capturedTrace, neighboursOf } from "../../engine/capture/traced.ts";
import { Dissection } from "../../engine/capture/dissection.ts";
import { FrameReader, isGzip } from "../../engine/capture/file.ts";
import { carriedBy } from "../../engine/capture/link.ts";
import type { Question } from "../../engine/capture/ask/answer.ts";
import type { Place, Recorded } from "../../engine/capture/ask/recorded.ts";
import type { Change } from "../../engine/capture/ask/what-if.ts";
import type { Call } from "../../engine/capture/call.ts";
import type { Crowd } from "../../engine/experiments/crowd.ts";
import type { ForeignTrace } from "../../engine/experiments/types.ts";
import type { Source } from "../../engine/stubs/parts.ts";
import { rowOf, shownAnswer, summaryOf } from "./capture-rows.ts";
import type { CaptureAnswer, CallRow, Summary } from "./capture-rows.ts";
import type { CallValues, Values, Written } from "./capture-values.ts";
import type { ChangedValue } from "./changed-values.ts";
import type { ShownTwin } from "./capture-twin.ts";
import { expose } from "./remote.ts";

/** How far a file is read. */
export interface ReadSoFar {
  readonly share: number;
  readonly calls: number;
  /** The first calls; null where they were told before. */
  readonly first: readonly CallRow[] | null;
}

export interface ReadCapture {
  readonly summary: Summary;
  readonly rows: readonly CallRow[];
}

interface Kept {
  readonly name: string;
  readonly blob: Blob;
  readonly calls: readonly Call[];
  readonly dissection: Dissection;
  readonly values: Values | null; // null without interface files
}

/** More would take more memory than a page has. */
const MOST_CALLS = 250_000;
/** Calls that are shown while the rest of the file is read. */
const FIRST_CALLS = 12;
const MOST_BYTES = 500 * 2 ** 20;
const ETHERNET = 1; // LINKTYPE_ETHERNET

let kept: Kept | null = null;

/** The bytes of a file, unpacked where gzip is around them. Damaged packing ends them with a reason. */
async function eachChunk(blob: Blob, take: (chunk: Uint8Array) => boolean): Promise<string | null> {
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const packed: ReadableStream<Uint8Array<ArrayBuffer>> = blob.stream();
  const isPacked = isGzip(head);
  const bytes = isPacked ? packed.pipeThrough(new DecompressionStream("gzip")) : packed;
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return null;
      if (!take(value)) {
        await reader.cancel();
        return null;
      }
    }
  } catch (error) {
    if (!isPacked || !(error instanceof TypeError)) throw error;
    return "its packing is damaged or ends early";
  }
}

/** The code of the compiler comes with the first interface file. Rejects with file, line and column. */
async function compiled(sources: readonly Source[]): Promise<Values | null> {
  if (sources.length === 0) return null;
  const [{ compileInterfaces }, { Values }] = await Promise.all([
    import("../../engine/stubs/interface-files.ts"),
    import("./capture-values.ts"),
  ]);
  return new Values(compileInterfaces(sources));
}

async function read(
  name: string,
  blob: Blob,
  sources: readonly Source[],
  told: (soFar: ReadSoFar) => void,
): Promise<ReadCapture> {
  const values = await compiled(sources);
  if (blob.size > MOST_BYTES) {
    throw new RangeError(`It has ${Math.ceil(blob.size / 2 ** 20)} MB; the page reads up to 500 MB.`);
  }
  const calls: Call[] = [];
  const dissection = new Dissection((call) => {
    if (calls.length < MOST_CALLS) calls.push(call);
  }, values?.asInterface());
  let done = 0;
  let shown = 0;
  /** The first calls, until there are enough of them: those that come later change no more than the count. */
  const firstCalls = (): readonly CallRow[] | null => {
    if (shown >= FIRST_CALLS) return null;
    const first = [...calls.slice(0, FIRST_CALLS), ...dissection.callsSoFar(FIRST_CALLS)].slice(0, FIRST_CALLS);
    if (first.length === shown) return null;
    shown = first.length;
    return first.map((call) => rowOf(call, values?.shortText(call) ?? null));
  };
  const why = await eachChunk(blob, (chunk) => {
    dissection.push(chunk);
    done += chunk.length;
    const share = Math.min(0.99, done / blob.size); // of a packed file that is a guess
    told({ share, calls: dissection.callCount, first: firstCalls() });
    return true;
  });
  dissection.finish(why);
  kept = { name, blob, calls, dissection, values };
  const rows = calls.map((call) => rowOf(call, values?.shortText(call) ?? null));
  return { summary: summaryOf(name, dissection, calls.length), rows };
}

/** The bytes of some frames, by their numbers: of other links than Ethernet the packet, without the link's header. */
async function framesOf(blob: Blob, wanted: ReadonlySet<number>): Promise<ReadonlyMap<number, Uint8Array>> {
  const found = new Map<number, Uint8Array>();
  const last = Math.max(0, ...wanted);
  const reader = new FrameReader();
  await eachChunk(blob, (chunk) => {
    reader.push(chunk, ({ number, bytes, linkType }) => {
      if (!wanted.has(number)) return;
      const at = linkType === ETHERNET ? 0 : (carriedBy(linkType, bytes)?.at ?? bytes.length);
      if (at < bytes.length) found.set(number, bytes.slice(at));
    });
    return reader.facts.frames < last;
  });
  return found;
}

/** @param place where the reader says that the capture was taken; null where it is to be inferred */
function recordedFrom(place: Place | null): Recorded {
  if (kept === null) throw new Error("No capture is open.");
  const { calls, dissection } = kept;
  const { unseenBytes, holes } = dissection.counts;
  return { calls, place, clockNs: dissection.clockNs(), endNs: dissection.endNs, unseenBytes, holes };
}

function keptCall(number: number): Kept & { readonly chosen: Call } {
  if (kept === null) throw new Error("No capture is open.");
  const chosen = kept.calls[number - 1];
  if (chosen === undefined) throw new RangeError(`${kept.name} has no call ${number}.`);
  return { ...kept, chosen };
}

const served = {
  read,

  /** Rejects with the sentence that says what is wrong with interface files, and where. */
  check: async (sources: readonly Source[]): Promise<void> => void (await compiled(sources)),

  /** The values of a call; null where no interface file declares it. */
  values: (number: number): CallValues | null => {
    const { values, chosen } = keptCall(number);
    return values?.of(chosen) ?? null;
  },

  write: (number: number, direction: "call" | "reply", changes: readonly ChangedValue[]): Written => {
    const { values, chosen } = keptCall(number);
    if (values === null) throw new Error("No interface file is open.");
    return values.write(chosen, direction, changes);
  },

  ask: async (question: Question, place: Place | null, change: Change): Promise<CaptureAnswer> => {
    const { answerTo } = await import("../../engine/capture/ask/answer.ts");
    return shownAnswer(answerTo(question, recordedFrom(place), change));
  },

  /** The same calls simulated by the experiments nearest to them. */
  twin: async (place: Place | null): Promise<ShownTwin> => {
    const { shownTwin } = await import("./capture-twin.ts");
    return shownTwin(recordedFrom(place));
  },

  /** The calls over time: all, or those of one procedure (groupOf). */
  crowd: async (group: string | null): Promise<Crowd> => {
    if (kept === null) throw new Error("No capture is open.");
    const { crowdOfCapture } = await import("./capture-crowd.ts");
    return crowdOfCapture(kept.calls, group, kept.dissection.endNs);
  },

  /** The trace of a call with those that share its time and its machines. */
  trace: async (
    number: number,
    place: Place | null,
  ): Promise<{ readonly traced: ForeignTrace; readonly call: number }> => {
    const { name, blob, calls, chosen } = keptCall(number);
    const shown = neighboursOf(calls, chosen);
    const wanted = shown.flatMap(({ sends, replies }) => [...sends, ...replies].map(({ frame }) => frame));
    const frames = await framesOf(blob, new Set(wanted));
    const { partsOf } = await import("../../engine/capture/ask/parts.ts");
    const parts = partsOf(chosen, recordedFrom(place));
    const { trace, call } = capturedTrace(shown, chosen, parts, (frame) => frames.get(frame) ?? null);
    return { traced: { source: name, trace }, call };
  },
};

export type CaptureWorker = typeof served;
expose(served);
