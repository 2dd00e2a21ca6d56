/** Frames of hosts outside the run on the experimental Ethernet. */
import { emitExperimental, emitPup, EXPERIMENTAL, pupBytes } from "../../wire/pup.ts";

const FIRST_ADDRESS = 100;
/** The socket and the type of Pups that ask for an echo (Boggs and others 1980). */
const ECHO = 5;
const ECHO_ME = 1;

/** A Pup between two other hosts: one that asks for an echo, as stations did to test the net. */
export function otherPup(from: number, to: number, bytes: number): Uint8Array {
  const frame = new Uint8Array(bytes);
  const address = (host: number) => ({ net: 1, host: FIRST_ADDRESS + host, socket: ECHO });
  emitExperimental(FIRST_ADDRESS + to, FIRST_ADDRESS + from, frame);
  const length = bytes - EXPERIMENTAL.bytes - pupBytes(0);
  emitPup({ type: ECHO_ME, identifier: 0, to: address(to), from: address(from), length }, frame, EXPERIMENTAL.bytes);
  return frame;
}
