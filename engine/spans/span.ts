/** A span of a trace of services, as every format gives it. */

export const FORMATS = ["otlp", "jaeger", "zipkin", "chrome"] as const;
export type Format = (typeof FORMATS)[number];

export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer" | "unknown";

export interface Span {
  readonly trace: string; // as the file writes it
  readonly traceKey: string; // equal for equal traces, however they are written
  readonly id: string; // as it is shown
  readonly key: string; // equal for equal ids, however they are written
  readonly parentKey: string | null; // the key of the parent that the span asks for, which may be missing
  readonly name: string;
  readonly service: string;
  readonly kind: SpanKind;
  readonly start: bigint | null; // ns; null where the file does not say
  readonly end: bigint | null; // ns; null where the span did not end
  readonly isError: boolean;
  readonly bytes: number | null; // of the messages of its call, where the file says
}

/** What a file holds, with a sentence for each thing that is not as it should be. */
export interface SpanFile {
  readonly format: Format;
  readonly spans: readonly Span[];
  readonly notes: readonly string[];
}

/** A file with no trace in it. The message is one sentence that says what it is, and where it ends. */
export class SpanFileError extends Error {
  override readonly name = "SpanFileError";
}
