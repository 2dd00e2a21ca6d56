/** The editor offers the names of the types, and of the reader’s own state. */
import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import types from "../../engine/protocols/written/program-types.ts?raw";
import { namesIn, offered } from "./completions.ts";

const names = namesIn(types);

/** What is offered at the end of a text. */
function labels(doc: string): readonly string[] {
  const context = new CompletionContext(EditorState.create({ doc }), doc.length, false);
  return offered(names, context)?.options.map(({ label }) => label) ?? [];
}

it("knows every type, field and tag", () => {
  expect(names.types).toEqual(["ClientEvent", "ClientAction", "ServerEvent", "ServerAction"]);
  expect(names.fields).toEqual(["what", "life", "server", "argument", "number", "value", "do", "ms"]);
  expect(names.events).toEqual(["start", "call", "result", "acknowledgement", "reject", "timer", "done"]);
  expect(names.actions).toEqual(["call", "return", "fail", "timer", "run", "result", "acknowledge", "reject"]);
});

it("offers what can stand there", () => {
  expect(labels('return [{ do: "ack')).toEqual(names.actions);
  expect(labels('if (event.what === "')).toEqual(names.events);
  expect(labels("state.row = 1;\nif (state.r")).toEqual(expect.arrayContaining(["row", "number"]));
  expect(labels("function client(state, event: Cli")).toContain("ClientEvent");
  expect(labels("")).toEqual([]);
});
