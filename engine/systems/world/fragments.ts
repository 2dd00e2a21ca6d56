/** IP on a host: a datagram that is longer than a frame goes out in pieces, and comes whole with its last piece. */
import { fragmentFrame, Reassembly } from "../../wire/ipv4-fragments.ts";
import { newFrame, type Frame } from "./frame.ts";

const DATAGRAM_NUMBERS = 2 ** 16;

/** Divides what a host sends. The numbers of its datagrams go on after a crash. */
export class Fragments {
  private next = 1;

  /** The frames of a datagram: itself, where it fits in one. */
  of(frame: Frame): readonly Frame[] {
    const pieces = fragmentFrame(frame.octets, this.next);
    if (pieces.length === 1) return [frame];
    this.next = (this.next + 1) % DATAGRAM_NUMBERS;
    return pieces.map((octets, i) =>
      newFrame({ ...frame, octets, bytes: octets.length, endsMessage: i === pieces.length - 1 }),
    );
  }
}

/** Puts together what comes to a host, in one power cycle. */
export class WholeDatagrams {
  private readonly reassembly = new Reassembly();

  /** The frame of the datagram that a piece brings; null where pieces are to come. The carrier knows the piece. */
  take(piece: Frame): Frame | null {
    const octets = this.reassembly.take(piece.octets);
    if (octets === null) return null;
    if (octets === piece.octets) return piece;
    const frame = newFrame({ ...piece, octets, bytes: octets.length });
    frame.row = piece.row;
    return frame;
  }
}
