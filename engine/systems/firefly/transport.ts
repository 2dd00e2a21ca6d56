/**
 * The ways of a call between two programs. A program chooses one when it binds: then the stubs' variables for Starter,
 * Transporter and Ender get the procedures of that way (Schroeder & Burrows 1990, Sections 3.1 and 3.2).
 */
export type Transport = "ethernet" | "byte-stream" | LocalTransport;
/** Those between programs of one machine. */
export type LocalTransport = "shared-memory" | "lrpc" | "local";

export const isLocal = (transport: Transport): transport is LocalTransport =>
  transport !== "ethernet" && transport !== "byte-stream";
