/**
 * How a connection is set up before its first request: whether TCP opens it by a handshake of its own, and the flights
 * of the handshake above it, in bytes.
 *
 * TLS 1.2: RFC 5246 §7.3; TLS 1.3: RFC 8446 §2; QUIC: RFC 9000 §7, RFC 9001 §4. A client’s first flight has 517 bytes:
 * browsers fill it to 512 (RFC 7685) and a record’s header. A server’s first flight is mostly its chain of
 * certificates, which we take for 3,500 bytes; QUIC’s first packets have 1,200 bytes at least (RFC 9000 §14.1). The
 * other sizes are those of the messages without extensions that a handshake needs.
 */
export interface Setup {
  readonly opens: boolean;
  /** What the client sends, before the request or with it, and what the server answers to each. */
  readonly client: readonly number[];
  readonly server: readonly number[];
  /** What goes with the first request and is not answered; 0 for nothing. */
  readonly last: number;
  /** Whether the request goes with the client’s first flight. */
  readonly isEarly: boolean;
}

const HELLO = 517;
const CERTIFICATES = 3_500;
const RESUMED = 200; // hello and Finished, without certificates
const KEYS = 130; // ClientKeyExchange, ChangeCipherSpec, Finished
const FINISHED = 60; // with its record’s header
const FIRST_OF_QUIC = 1_200;
const NOTHING = { client: [], server: [], last: 0, isEarly: false } as const;

export const SETUPS = {
  open: { opens: false, ...NOTHING },
  tcp: { opens: true, ...NOTHING },
  "tls-1.2": { opens: true, client: [HELLO, KEYS], server: [CERTIFICATES, FINISHED], last: 0, isEarly: false },
  "tls-1.2-resumed": { opens: true, client: [HELLO], server: [RESUMED], last: FINISHED, isEarly: false },
  "tls-1.3": { opens: true, client: [HELLO], server: [CERTIFICATES], last: FINISHED, isEarly: false },
  "tls-1.3-early": { opens: true, client: [HELLO], server: [RESUMED], last: 0, isEarly: true },
  quic: { opens: false, client: [FIRST_OF_QUIC], server: [CERTIFICATES], last: FINISHED, isEarly: false },
  "quic-early": { opens: false, client: [FIRST_OF_QUIC], server: [RESUMED], last: 0, isEarly: true },
} as const satisfies Readonly<Record<string, Setup>>;

export type SetupName = keyof typeof SETUPS;

/** Round trips before the first byte of the first request leaves. */
export const tripsBefore = ({ opens, client, isEarly }: Setup): number =>
  (opens ? 1 : 0) + (isEarly ? 0 : client.length);
