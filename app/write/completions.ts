/** Names that the editor offers while a program is written: read from the types that stand beside it. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { tooltips } from "@codemirror/view";

interface Names {
  readonly types: readonly string[]; // "ClientEvent"
  readonly fields: readonly string[]; // "number"
  /** The words that the field `what` can be, and those of `do`. */
  readonly events: readonly string[];
  readonly actions: readonly string[];
}

const unique = (words: readonly string[]): readonly string[] => [...new Set(words)];
const found = (text: string, pattern: RegExp): readonly string[] =>
  unique([...text.matchAll(pattern)].map(([, word = ""]) => word));

/** The names in a file of types. */
export function namesIn(types: string): Names {
  const code = types.replaceAll(/\/\/.*/g, "");
  return {
    types: found(code, /\btype (\w+)/g),
    fields: found(code, /\b(\w+)\??: /g),
    events: found(code, /\bwhat: "(\w+)"/g),
    actions: found(code, /\bdo: "(\w+)"/g),
  };
}

const MEMBER = /\.\w*$/;
const INSIDE = /"\w*$/;
const INSIDE_ACTION = /\bdo: *"\w*$/;
const NAME = /\b[A-Za-z]\w*$/;

/** What may stand at the cursor; null where nothing is offered. */
export function offered(names: Names, context: CompletionContext): CompletionResult | null {
  const inside = context.matchBefore(INSIDE);
  if (inside !== null) {
    const words = context.matchBefore(INSIDE_ACTION) === null ? names.events : names.actions;
    return { from: inside.from + 1, options: options(words, "constant"), validFor: /^\w*$/ };
  }
  const member = context.matchBefore(MEMBER);
  const own = found(context.state.doc.toString(), /\bstate\.(\w+)/g);
  if (member !== null) {
    return { from: member.from + 1, options: options([...names.fields, ...own], "property"), validFor: /^\w*$/ };
  }
  const word = context.matchBefore(NAME);
  if (word === null && !context.explicit) return null;
  const all = [
    ...options(names.fields, "property"),
    ...options(names.types, "type"),
    ...options(["state", "event"], "variable"),
  ];
  return { from: word?.from ?? context.pos, options: all, validFor: /^\w*$/ };
}

const options = (words: readonly string[], type: string): readonly Completion[] =>
  unique(words).map((label) => ({ label, type }));

/** Offers the names of these types. */
export function completionsOf(types: string): Extension {
  const names = namesIn(types);
  const source = autocompletion({ override: [(context) => offered(names, context)], icons: false });
  // The frame of the editor would cut off what it offers.
  return [source, tooltips({ parent: document.body })];
}
