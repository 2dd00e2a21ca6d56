/** Frames of a system whose packets are segments of TCP that carry bytes (protocols/tcp/streams.ts). */
import { newBytes } from "../../wire/bytes.ts";
import type { TcpAgreement } from "../../kernel/trace-data.ts";
import type { StreamPacket } from "../../protocols/tcp/streams.ts";
import type { Stretch } from "../../protocols/tcp/flow-state.ts";
import type { Segment } from "../../protocols/tcp/tcp-state.ts";
import { BSD } from "../../wire/ip-stack.ts";
import { decodeTcpFrame, emitTcpFrame, tcpFrameDataAt } from "../../wire/tcp-frame.ts";
import { TCP_FLAG, type TcpHeader } from "../../wire/tcp.ts";
import { SMALL_NET } from "./addresses.ts";
import type { FrameFormat } from "./ends-run.ts";

const FLAGS: Readonly<Record<Segment["control"], number>> = {
  none: TCP_FLAG.ack,
  open: TCP_FLAG.syn,
  accept: TCP_FLAG.syn | TCP_FLAG.ack,
  finish: TCP_FLAG.fin | TCP_FLAG.ack,
  reset: TCP_FLAG.rst | TCP_FLAG.ack,
};
const CONTROLS: readonly Segment["control"][] = ["none", "open", "accept", "finish", "reset"];
/** Streams count from the byte behind SYN, which has the number 0 here. */
const SYN = 1;
const NUMBERS = 2 ** 32;
const numberOf = (at: number): number => (at + SYN) % NUMBERS;
const mapped = ({ from, to }: Stretch, of: (place: number) => number): Stretch => ({ from: of(from), to: of(to) });

const NOTHING_AGREED = { maxSegment: null, timeStamps: null } as const;

/**
 * @param windowBytes that a segment offers, as far as 16 bits hold it
 * @param stack of the hosts
 * @param agreed left out: nothing, and no segment has options
 */
export const overTcp = (windowBytes: number, stack = BSD, agreed?: TcpAgreement): FrameFormat<StreamPacket> => ({
  write({ fromPort, toPort, segment, data, isEnd }, from, to) {
    const { control, sequence, acknowledgement, sacks = [] } = segment;
    const isBegin = control === "open" || control === "accept";
    const window = isBegin ? windowBytes : windowBytes / 2 ** (agreed?.windowShift ?? 0);
    const header: TcpHeader = {
      from: fromPort,
      to: toPort,
      sequence: isBegin ? 0 : numberOf(sequence),
      acknowledgement: control === "open" ? 0 : numberOf(acknowledgement),
      flags: FLAGS[control] | (isEnd ? TCP_FLAG.psh : 0),
      window: Math.min(Math.floor(window), 0xffff),
      ...NOTHING_AGREED,
      ...(isBegin ? agreed : {}),
      ...(sacks.length === 0 ? {} : { sacks: sacks.map((one) => mapped(one, numberOf)) }),
    };
    const frame = newBytes(tcpFrameDataAt(header) + data.length);
    frame.set(data, tcpFrameDataAt(header));
    emitTcpFrame(header, { from: SMALL_NET.stationOf(from), to: SMALL_NET.stationOf(to) }, frame, stack);
    return frame;
  },
  read(octets) {
    const { header, data, from } = decodeTcpFrame(octets);
    const flags = header.flags & ~TCP_FLAG.psh;
    const control = CONTROLS.find((one) => FLAGS[one] === flags) ?? "none";
    const isBegin = control === "open" || control === "accept";
    const { sacks = [] } = header;
    const segment: Segment = {
      control,
      sequence: isBegin ? 0 : header.sequence - SYN,
      length: control === "finish" ? 1 : data.length,
      acknowledgement: control === "open" ? 0 : header.acknowledgement - SYN,
      ...(sacks.length === 0 ? {} : { sacks: sacks.map((one) => mapped(one, (number) => number - SYN)) }),
    };
    const isEnd = (header.flags & TCP_FLAG.psh) !== 0;
    return { from: SMALL_NET.hostOf(from.ip), fromPort: header.from, toPort: header.to, segment, data, isEnd };
  },
});
