/**
 * SFTP, the file transfer that accompanies a call as its side effect (MultiRPC paper §IV; RPC2 manual). The machines of
 * its two ends are sftp-source.ts and sftp-sink.ts; here is what they share.
 */
import { seconds, type Nanos } from "../../kernel/time.ts";
import type { SftpOpcode, SftpPacket, SftpParameters } from "../../wire/sftp.ts";
import type { Handle } from "./connection.ts";

/** What a transfer is, at either end. */
export interface Transfer {
  readonly role: "client" | "server"; // of the connection
  readonly handle: Handle;
  readonly peerHandle: Handle;
  readonly call: number; // sequence number of the call that it belongs to
  readonly parameters: SftpParameters;
  readonly first: number; // number of its first data packet: they count on from one transfer to the next
  readonly control: number; // number of the last control packet that was sent
  readonly echo: number; // the peer's last time stamp
}

export interface SftpOptions {
  readonly retryAfter: Nanos;
  readonly tries: number;
  readonly stamp: number; // the process's clock in its library's units
}

/** RPC2 manual: a server asks again after 2 s, ten times. */
export const SFTP_RETRY = { retryAfter: seconds(2), tries: 10 } as const;

export type TransferEffect =
  | { readonly tag: "send"; readonly packet: SftpPacket }
  | { readonly tag: "done"; readonly file: Uint8Array }
  | { readonly tag: "failed" };

export const NO_DATA = new Uint8Array(0);

/** A packet of the transfer; `fields` are what is special about it. */
export function transferPacket(
  { handle, peerHandle, call, echo }: Transfer,
  opcode: SftpOpcode,
  { stamp }: SftpOptions,
  fields: Partial<SftpPacket> & Pick<SftpPacket, "seqNumber">,
): SftpPacket {
  return {
    opcode,
    remoteHandle: peerHandle,
    localHandle: handle,
    retry: false,
    ackMe: false,
    moreData: false,
    first: false,
    gotEmAll: 0,
    bitMask: [0, 0],
    thisRpcCall: call,
    timeStamp: stamp,
    timeEcho: echo,
    body: NO_DATA,
    ...fields,
  };
}
