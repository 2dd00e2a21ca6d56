/** The work of a call of NFS in the client's kernel, in pieces, so that the interrupts of packets come between. */
import { durationOf } from "../../../hardware/cost.ts";
import { segment, type Segment } from "../../../hardware/processors.ts";
import { SUN3_ASSUMED } from "../../../hardware/sun3-costs.ts";
import type { TraceRecorder } from "../../../kernel/trace.ts";
import { fragmentsOf } from "../../../wire/ipv4-fragments.ts";
import { UDP_BYTES } from "../../../wire/udp.ts";
import { driverStep } from "../steps.ts";

const BYTE = durationOf(SUN3_ASSUMED.copyByte);
const CALL = durationOf(SUN3_ASSUMED.nfsCall);
/** Bytes that are copied at a time. */
const PIECE = 2048;

export interface NfsSegments {
  /** Makes a message of so many bytes and hands its packets to the driver. */
  readonly call: (bytes: number) => readonly Segment[];
  /** Takes a message of so many bytes out of its socket. */
  readonly reply: (bytes: number) => readonly Segment[];
}

export function nfsSegments(recorder: TraceRecorder): NfsSegments {
  const { nfsCall, copyByte } = SUN3_ASSUMED;
  const one = (name: string, source: typeof nfsCall.source, duration: number): Segment =>
    segment(recorder, [{ step: { name, layer: "kernel", source }, duration }]);
  const copies = (bytes: number): readonly Segment[] =>
    Array.from({ length: Math.ceil(bytes / PIECE) }, (_, i) =>
      one("NFS copies data", copyByte.source, Math.min(PIECE, bytes - i * PIECE) * BYTE),
    );
  const makes = one("NFS makes a call", nfsCall.source, CALL);
  const takes = one("NFS takes a reply", nfsCall.source, CALL);
  const driver = segment(recorder, [driverStep("NFS’s packet: driver of the LANCE")]);
  return {
    call: (bytes) => [makes, ...copies(bytes), ...Array.from({ length: fragmentsOf(bytes + UDP_BYTES) }, () => driver)],
    reply: (bytes) => [...copies(bytes), takes],
  };
}
