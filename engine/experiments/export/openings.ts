/**
 * The opening of each TCP connection that a run found open. Tools that follow a stream begin with its SYN; a run begins
 * with its first call, so the three packets of the opening are put before it. They are none of the run's.
 */
import type { TcpAgreement } from "../../kernel/trace-data.ts";
import { ETHERNET_BYTES, ETHERTYPE_IPV4, parseEthernet } from "../../wire/ethernet.ts";
import { u8 } from "../../wire/bytes.ts";
import { WireError } from "../../wire/error.ts";
import { IPV4_AT, IPV4_BYTES, PROTOCOL_TCP } from "../../wire/ipv4.ts";
import type { IpStack } from "../../wire/ip-stack.ts";
import type { Addresses } from "../../wire/station.ts";
import { decodeTcpFrame, emitTcpFrame, tcpFrameDataAt } from "../../wire/tcp-frame.ts";
import { TCP_FLAG, type TcpHeader } from "../../wire/tcp.ts";

/** Says in a packet's comment what it is. */
export const OPENING = "opening of the connection, before the run; no packet of the run";

const MOST_WINDOW = 0xffff;
const LEAST = ETHERNET_BYTES + IPV4_BYTES;

type Segment = ReturnType<typeof decodeTcpFrame>;

/** The segment in a frame; null where it holds none, a part of one, or a damaged one. */
function segmentIn(frame: Uint8Array): Segment | null {
  if (frame.length < LEAST || parseEthernet(frame).type !== ETHERTYPE_IPV4) return null;
  if (u8(frame, ETHERNET_BYTES + IPV4_AT.protocol) !== PROTOCOL_TCP) return null;
  try {
    return decodeTcpFrame(frame, false);
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

const endOf = ({ ip }: Segment["from"], port: number): string => `${ip}:${port}`;

/**
 * Three frames for each connection whose first segment is no SYN, in the order of their first segments.
 * @param agreed what the connections have agreed on, which their SYNs say; left out: nothing
 */
export function openingsOf(frames: readonly Uint8Array[], agreed?: TcpAgreement): readonly Uint8Array[] {
  const known = new Set<string>();
  return frames.flatMap((frame): readonly Uint8Array[] => {
    const segment = segmentIn(frame);
    if (segment === null) return [];
    const { from, to, header } = segment;
    const name = [endOf(from, header.from), endOf(to, header.to)].toSorted().join(" ");
    if (known.has(name)) return [];
    known.add(name);
    return (header.flags & (TCP_FLAG.syn | TCP_FLAG.rst)) === 0 ? openingFor(segment, agreed) : [];
  });
}

/** SYN, its answer, and the acknowledgement, one number before those of the first segment. */
function openingFor({ from, to, header, stack }: Segment, agreed?: TcpAgreement): readonly Uint8Array[] {
  const [mine, other] = [(header.sequence - 1) >>> 0, (header.acknowledgement - 1) >>> 0];
  const there = { from: header.from, to: header.to };
  const back = { from: header.to, to: header.from };
  const same = { window: header.window, maxSegment: null, timeStamps: null };
  const window = Math.min(header.window * 2 ** (agreed?.windowShift ?? 0), MOST_WINDOW); // of a SYN: not shifted yet
  const begins = { ...same, window, ...agreed };
  const { syn, ack } = TCP_FLAG;
  return [
    frameOf({ ...there, ...begins, sequence: mine, acknowledgement: 0, flags: syn }, { from, to }, stack),
    frameOf(
      { ...back, ...begins, sequence: other, acknowledgement: header.sequence, flags: syn | ack },
      { from: to, to: from },
      stack,
    ),
    frameOf(
      { ...there, ...same, sequence: header.sequence, acknowledgement: header.acknowledgement, flags: ack },
      { from, to },
      stack,
    ),
  ];
}

function frameOf(header: TcpHeader, addresses: Addresses, stack: IpStack): Uint8Array {
  const frame = new Uint8Array(tcpFrameDataAt(header));
  emitTcpFrame(header, addresses, frame, stack);
  return frame;
}
