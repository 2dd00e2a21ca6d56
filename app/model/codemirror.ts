/** The editor without React: a text in the page's own inks, changed lines marked, a fault at its line. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  indentUnit,
  LanguageSupport,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { pythonLanguage } from "@codemirror/lang-python";
import { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import type { Extension, Range, Text } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  gutter,
  GutterMarker,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { DecorationSet, KeyBinding } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The marks at lines, counted from 1. */
interface LineMarks {
  /** The line that a fault is in, and the column where Python says it began. */
  readonly fault: { readonly line: number; readonly column: number | null } | null;
  /** Lines that are not the paper's. */
  readonly changed: readonly number[];
}

const setMarks = StateEffect.define<LineMarks>();

class Sign extends GutterMarker {
  readonly kind: "fault" | "changed";

  constructor(kind: "fault" | "changed") {
    super();
    this.kind = kind;
  }

  override eq(other: Sign): boolean {
    return other.kind === this.kind;
  }

  override toDOM(): Node {
    const sign = document.createElement("span");
    sign.className = `model-sign ${this.kind}`;
    sign.textContent = this.kind === "fault" ? "×" : "";
    return sign;
  }
}

const SIGNS = { fault: new Sign("fault"), changed: new Sign("changed") } as const;
const FAULT_LINE = Decoration.line({ class: "model-fault-line" });
const FAULT_PLACE = Decoration.mark({ class: "model-fault-place" });

interface Marked {
  readonly lines: DecorationSet;
  readonly signs: RangeSet<GutterMarker>;
}

const NOTHING: Marked = { lines: Decoration.none, signs: RangeSet.of<GutterMarker>([]) };

function marksIn(doc: Text, { fault, changed }: LineMarks): Marked {
  const lines: Range<Decoration>[] = [];
  const signs: Range<GutterMarker>[] = [];
  const exists = (line: number): boolean => line >= 1 && line <= doc.lines;
  for (const line of changed) {
    if (exists(line) && line !== fault?.line) signs.push(SIGNS.changed.range(doc.line(line).from));
  }
  if (fault !== null && exists(fault.line)) {
    const { from, to } = doc.line(fault.line);
    signs.push(SIGNS.fault.range(from));
    lines.push(FAULT_LINE.range(from));
    const at = fault.column === null ? to : from + Math.max(0, fault.column - 1);
    if (at < to) lines.push(FAULT_PLACE.range(at, to));
  }
  return { lines: Decoration.set(lines, true), signs: RangeSet.of(signs, true) };
}

const marked = StateField.define<Marked>({
  create: () => NOTHING,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return marksIn(transaction.newDoc, effect.value);
    if (!transaction.docChanged) return value;
    return { lines: value.lines.map(transaction.changes), signs: value.signs.map(transaction.changes) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
});

/** Inks of the page: words of the language bold, remarks pale, numbers in the model's own colour. */
const INKS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword], fontWeight: "700" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], fontWeight: "700" },
  { tag: [tags.comment, tags.docString], color: "var(--ink-3)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--ink-2)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--model)" },
]);

/** Python, as models are written. */
export const PYTHON: Extension = new LanguageSupport(pythonLanguage);

interface Words {
  readonly keywords: ReadonlySet<string>;
  readonly remark: RegExp; // a sticky pattern
}

const WORD = /#?[A-Za-z_][\w]*/y;
const NUMBER = /\d+/y;
const TEXT = /"[^"]*"/y;

/** A language of which only its words, remarks, numbers and texts are known. */
export function languageOf({ keywords, remark }: Words): Extension {
  const ends = (pattern: RegExp, text: string, at: number): number => {
    const sticky = new RegExp(pattern.source, "yu");
    sticky.lastIndex = at;
    return sticky.test(text) ? sticky.lastIndex : at;
  };
  return StreamLanguage.define({
    token: (stream) => {
      if (stream.eatSpace()) return null;
      const { string, pos } = stream;
      for (const [pattern, kind] of [
        [remark, "comment"],
        [TEXT, "string"],
        [NUMBER, "number"],
        [WORD, "word"],
      ] as const) {
        const end = ends(pattern, string, pos);
        if (end === pos) continue;
        stream.pos = end;
        if (kind !== "word") return kind;
        return keywords.has(string.slice(pos, end)) ? "keyword" : null;
      }
      stream.next();
      return null;
    },
  });
}

interface EditorHands {
  readonly language: Extension;
  readonly label: string;
  readonly describedBy: string;
  readonly onChange: (source: string) => void;
  readonly onRun: () => void;
  /** Whether Tab now leaves the editor instead of indenting; left out where it always leaves. */
  readonly onTabLeaves?: (leaves: boolean) => void;
}

function keys({ onRun, onTabLeaves }: EditorHands): Extension {
  const indents: readonly KeyBinding[] =
    onTabLeaves === undefined
      ? []
      : [
          {
            key: "Escape",
            run: (view) => {
              view.setTabFocusMode(true);
              onTabLeaves(true);
              return true;
            },
          },
          indentWithTab,
        ];
  const run = { key: "Mod-Enter", run: () => (onRun(), true) };
  return keymap.of([run, ...indents, ...defaultKeymap, ...historyKeymap]);
}

function extensions(hands: EditorHands): Extension {
  const { label, describedBy, onChange, onTabLeaves } = hands;
  return [
    gutter({ class: "model-signs", markers: (view) => view.state.field(marked).signs }),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    bracketMatching(),
    indentUnit.of("    "),
    EditorState.tabSize.of(4),
    hands.language,
    syntaxHighlighting(INKS),
    marked,
    keys(hands),
    // For the numbers of lines, too, which the editor takes out by itself.
    EditorView.editorAttributes.of({ translate: "no" }),
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-describedby": describedBy,
      tabindex: "0",
      spellcheck: "false",
      autocapitalize: "off",
      autocorrect: "off",
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
      const left = update.focusChanged && !update.view.hasFocus;
      if (!update.docChanged && !left) return; // the word that it came is late: Escape may have been pressed by then
      update.view.setTabFocusMode(false);
      onTabLeaves?.(false);
    }),
  ];
}

export interface OpenEditor {
  /** Puts another text in place, where it is another; the cursor stays as near as it can. */
  readonly setSource: (source: string) => void;
  readonly mark: (marks: LineMarks) => void;
  /** Puts the cursor at a line, in the middle of what is seen, and the focus where it was. */
  readonly show: (line: number, column?: number) => void;
  /** Likewise, and the focus into the text. */
  readonly goTo: (line: number, column?: number) => void;
  readonly close: () => void;
}

export function openEditor(parent: HTMLElement, source: string, hands: EditorHands): OpenEditor {
  const view = new EditorView({ parent, doc: source, extensions: extensions(hands) });
  const show = (line: number, column = 1): void => {
    const at = view.state.doc.line(Math.min(view.state.doc.lines, Math.max(1, line)));
    const anchor = Math.min(at.to, at.from + column - 1);
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  };
  return {
    show,
    setSource: (text) => {
      if (view.state.doc.toString() === text) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    mark: (marks) => view.dispatch({ effects: setMarks.of(marks) }),
    goTo: (line, column) => {
      show(line, column);
      view.focus();
    },
    close: () => view.destroy(),
  };
}
