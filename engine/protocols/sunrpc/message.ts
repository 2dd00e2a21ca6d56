/** The messages of client and server of Sun RPC, without the bytes (wire/sunrpc.ts has those). */

/** A request of a client. */
export interface Call {
  readonly xid: number;
  readonly program: number;
  readonly version: number;
  readonly procedure: number;
  readonly data: Uint8Array; // arguments in XDR
}

/** The end of a call at a server: with results, or with the reason why there are none. */
export type Ending =
  | { readonly status: "SUCCESS"; readonly data: Uint8Array }
  | { readonly status: "PROG_UNAVAIL" | "PROC_UNAVAIL" | "GARBAGE_ARGS" | "SYSTEM_ERR" | "AUTH_ERROR" }
  | { readonly status: "PROG_MISMATCH" | "RPC_MISMATCH"; readonly low: number; readonly high: number };

export interface Reply {
  readonly xid: number;
  readonly ending: Ending;
}

/** A reply as a client reads it: without an ending where the bytes behind the identifier mean nothing. */
export interface ReadReply {
  readonly xid: number;
  readonly ending: Ending | null;
}
