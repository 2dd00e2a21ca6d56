/** Values to begin with for a packet of a procedure, as people write them in JSON (values.ts). */
import { bare, isIn } from "./types.ts";
import type { Procedure, Rp2Type } from "./types.ts";

/** The values that texts and numbers of a sample have. */
interface SampleValues {
  readonly text: string;
  readonly number: number;
}

const USUAL: SampleValues = { text: "abcd", number: 21 };

function sampleOf(type: Rp2Type, of: SampleValues): unknown {
  const is = bare(type);
  switch (is.tag) {
    case "integer":
    case "unsigned":
      return of.number;
    case "byte":
      return 1;
    case "double":
      return 1.5;
    case "string":
      return of.text;
    case "counted bytes":
      return "0102";
    case "bounded bytes":
      return { max: 16, bytes: "" };
    case "key":
      return "00".repeat(8);
    case "bytes":
      return "00".repeat(is.length);
    case "enum":
      return is.names[0]?.name;
    case "struct":
      return Object.fromEntries(is.fields.map(({ name, type: inner }) => [name, sampleOf(inner, of)]));
    case "list":
      return [sampleOf(is.of, of)];
    case "bulk":
      return null;
  }
}

/** A value for each parameter that stands in the packet. */
export const samplesIn = (
  { parameters }: Procedure,
  packet: "request" | "reply",
  values: SampleValues = USUAL,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    parameters.filter((one) => isIn(packet, one)).map(({ name, type }) => [name, sampleOf(type, values)]),
  );
