/** The four ways in which the lab writes a Firefly RPC packet: two headers, over UDP or straight on the Ethernet. */
import { newBytes } from "./bytes.ts";
import { DATAGRAM_INSIDE, datagramFrameBytes, emitDatagram, parseDatagram } from "./firefly-ethernet.ts";
import {
  decodeFrame,
  emitFirefly,
  encodeFrame,
  FIREFLY_BYTES,
  FIREFLY_MIN_FRAME,
  parseFirefly,
  type FireflyPacket,
  type FrameOptions,
  type Received,
} from "./firefly.ts";
import { emitRedesigned, parseRedesigned } from "./firefly-redesigned.ts";
import type { Addresses } from "./station.ts";

interface FireflyFormatOptions {
  readonly header: "published" | "redesigned";
  readonly layering: "udp-ip" | "ethernet";
  readonly checksums: boolean;
}

export interface FireflyFormat {
  /** The bytes of a frame with so many bytes of arguments or results. */
  readonly frameBytes: (dataBytes: number) => number;
  /** Throws WireError where a value of the packet does not fit. */
  encode(packet: FireflyPacket, addresses: Addresses): Uint8Array;
  /** Reads a whole frame as a receiver does. Throws WireError. */
  decode(frame: Uint8Array): Received;
}

export function fireflyFormat({ header, layering, checksums }: FireflyFormatOptions): FireflyFormat {
  const isPublished = header === "published";
  const [emit, parse] = isPublished ? [emitFirefly, parseFirefly] : [emitRedesigned, parseRedesigned];
  if (layering === "udp-ip") {
    const options: FrameOptions = { udpChecksum: checksums, emit, parse };
    return {
      frameBytes: (data) => FIREFLY_MIN_FRAME + data,
      encode: (packet, addresses) => encodeFrame(packet, addresses, options),
      decode: (frame) => decodeFrame(frame, options),
    };
  }
  const frameBytes = (data: number): number => datagramFrameBytes(FIREFLY_BYTES + data);
  return {
    frameBytes,
    encode(packet, addresses) {
      const frame = newBytes(frameBytes(packet.data.length));
      emit(packet, frame, DATAGRAM_INSIDE);
      emitDatagram(frame, FIREFLY_BYTES + packet.data.length, addresses, checksums);
      return frame;
    },
    decode(frame) {
      const { from, to, end } = parseDatagram(frame, checksums);
      return { from, to, packet: parse(frame, DATAGRAM_INSIDE, end) };
    },
  };
}
