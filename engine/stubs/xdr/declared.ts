/** The procedures of interface files in the XDR language, for captured calls. */
import type { Declarations } from "../declared.ts";
import { declaredCall, decodeCall, fieldsOf } from "./decode-call.ts";
import { decodeXdr } from "./decode.ts";
import { encodeXdr } from "./encode.ts";
import { procedureText } from "./print.ts";
import type { Definitions, Schema } from "./types.ts";
import type { XdrValue } from "./values.ts";

export const xdrDeclarations =
  (definitions: Definitions): Declarations =>
  ({ family, ...asked }) => {
    const declared = family === "sun-rpc" ? declaredCall(definitions, asked) : null;
    if (declared === null) return null;
    const { program, procedure } = declared;
    return {
      program: program.name,
      procedure: procedure.name,
      text: procedureText(procedure),
      place: definitions.places.get(procedure) ?? null,
      read: (direction, bytes) =>
        decodeCall(definitions, { ...asked, direction }, bytes) ?? { values: [], next: 0, stopped: null },
      write: (direction, bytes, change) => {
        const fields = fieldsOf(procedure, direction).filter(({ type }) => type.kind !== "void");
        const schema: Schema = { type: { kind: "struct", fields }, types: definitions.types };
        return encodeXdr(schema, change(decodeXdr(schema, bytes)) as XdrValue);
      },
    };
  };
