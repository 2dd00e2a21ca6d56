/** Published cells that follow from the paper's step times by its own model, without any experiment. */
import type { ModelArguments, ModelCell, RowKey } from "../types.ts";

const answer = (table: string, row: RowKey, column: string, fn: string, args: ModelArguments = {}): ModelCell => ({
  table,
  row,
  column,
  function: fn,
  arguments: args,
});

const part = (procedure: string, action: string, fn: string, args: ModelArguments = {}): ModelCell =>
  answer("table-viii", { procedure, action }, "us", fn, args);

const SMALL = { packet_bytes: 74 };
const FULL = { packet_bytes: 1514 };

const CHANGES: Readonly<Record<string, string>> = {
  "4.2.1": "controller",
  "4.2.2": "network",
  "4.2.3": "processors",
  "4.2.4": "checksums",
  "4.2.5": "protocol",
  "4.2.6": "no_ip",
  "4.2.7": "busy_wait",
  "4.2.8": "recode",
};

const savings = Object.entries(CHANGES).flatMap(([section, change]) => [
  answer("improvements", { section }, "nullSavedUs", "saving_us", { change, call: "Null()" }),
  answer("improvements", { section }, "maxResultSavedUs", "saving_us", { change, call: "MaxResult" }),
]);

const integers = [1, 2, 4].map((n) =>
  answer("table-ii", { arguments: n }, "marshalUs", "marshal_integers_us", { arguments: n }),
);
const fixed = [4, 400].map((b) =>
  answer("table-iii", { bytes: b }, "marshalUs", "marshal_fixed_us", { array_bytes: b }),
);
const variable = [1, 1440].map((b) =>
  answer("table-iv", { bytes: b }, "marshalUs", "marshal_variable_us", { array_bytes: b }),
);
const nil = answer("table-v", { label: "NIL" }, "marshalUs", "marshal_us", { type: "nil" });
const text = [1, 128].map((b) =>
  answer("table-v", { label: String(b) }, "marshalUs", "marshal_text_us", { text_bytes: b }),
);

export const MODEL_CELLS: readonly ModelCell[] = [
  ...integers,
  ...fixed,
  ...variable,
  nil,
  ...text,
  answer("table-vi", { side: "total" }, "us74", "send_receive_us", SMALL),
  answer("table-vi", { side: "total" }, "us1514", "send_receive_us", FULL),
  answer("table-vii", { machine: "total" }, "us", "runtime_us"),
  part("Null()", "Caller, server, stubs, RPC run time", "runtime_us"),
  part("Null()", "Send+receive 74-byte call packet", "send_receive_us", SMALL),
  part("Null()", "Send+receive 74-byte result packet", "send_receive_us", SMALL),
  part("Null()", "Total", "null_us"),
  part("MaxResult", "Caller, server, stubs, RPC run time", "runtime_us"),
  part("MaxResult", "Marshal 1440-byte result", "marshal_variable_us", { array_bytes: 1440 }),
  part("MaxResult", "Send+receive 74-byte call packet", "send_receive_us", SMALL),
  part("MaxResult", "Send+receive 1514-byte result packet", "send_receive_us", FULL),
  part("MaxResult", "Total", "max_result_us"),
  ...savings,
];
