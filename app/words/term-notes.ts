/**
 * A note on the papers' terms wherever one stands in a list, a form or a legend: on focus by keyboard, and under the
 * mouse. One listener for the whole page; fetched when the page is at rest, because nobody reads a note first.
 */
import { explained } from "./explained.ts";
import "./term-notes.css";

/** What is explained as one: rows of lists and of the waterfall, names of parameters, labels, titles. */
const ROWS = [
  ".tl-events tbody tr",
  ".tl-rows > li",
  ".tl-facts dd",
  ".tl-layer li",
  ".state-table tr",
  ".message-units li",
  ".tl-layer h3",
  ".tl-rows .mark",
  ".settings-text",
  ".tl-links button",
  ".tl-hostview tr",
  ".tl-hostview h2",
  ".tl-story",
  ".param",
  ".use dt",
  ".twin-differences tr",
].join();

const NOTE_ID = "term-note";
const PAUSE_MS = 350; // a mouse that passes by asks for nothing
const GAP = 4;

interface Shown {
  readonly row: Element;
  readonly note: HTMLElement;
  readonly takeBack: () => void;
}

/** The words of a row: its name where it has one. */
const wordsOf = (row: Element): string => {
  const named = row.querySelector(":scope > .name, :scope > button > .name") ?? row;
  return named instanceof HTMLElement ? named.innerText : ""; // with space between the cells of a table
};

/** Lets a screen reader say the note with what has the focus. @returns takes it back */
function describe(focused: Element): () => void {
  const before = focused.getAttribute("aria-describedby");
  focused.setAttribute("aria-describedby", before === null ? NOTE_ID : `${before} ${NOTE_ID}`);
  return () => {
    if (before === null) focused.removeAttribute("aria-describedby");
    else focused.setAttribute("aria-describedby", before);
  };
}

function noteOf(text: string): HTMLElement | null {
  const terms = explained(text);
  if (terms.length === 0) return null;
  const note = document.createElement("dl");
  note.id = NOTE_ID;
  note.className = "term-note";
  for (const { term, what } of terms) {
    const [name, meaning] = [document.createElement("dt"), document.createElement("dd")];
    name.textContent = term;
    meaning.textContent = what;
    note.append(name, meaning);
  }
  return note;
}

/** Under the row; above it where there is no room. */
function place(note: HTMLElement, row: Element): void {
  const { left, top, bottom } = row.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = note;
  const under = bottom + GAP + offsetHeight <= window.innerHeight;
  note.style.left = `${Math.max(GAP, Math.min(left, document.documentElement.clientWidth - offsetWidth - GAP))}px`;
  note.style.top = `${under ? bottom + GAP : Math.max(GAP, top - GAP - offsetHeight)}px`;
}

/** Begins to listen, once for the page. */
export function listenForTerms(): void {
  let shown: Shown | null = null;
  let waiting = 0;
  const hide = (): void => {
    window.clearTimeout(waiting);
    shown?.note.remove();
    shown?.takeBack();
    shown = null;
  };
  const show = (row: Element, focused: Element): void => {
    if (shown?.row === row) return;
    hide();
    const note = noteOf(wordsOf(row));
    if (note === null) return;
    (row.closest("dialog, main") ?? document.body).append(note);
    place(note, row);
    shown = { row, note, takeBack: describe(focused) };
  };
  const rowOf = (target: EventTarget | null): Element | null =>
    target instanceof Element ? target.closest(ROWS) : null;
  document.addEventListener("focusin", ({ target }) => {
    const row = rowOf(target);
    if (row !== null && target instanceof Element && target.matches(":focus-visible")) show(row, target);
    else hide();
  });
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "touch") return;
    if (target instanceof Node && shown?.note.contains(target) === true) return; // it can be read at leisure
    const row = rowOf(target);
    window.clearTimeout(waiting);
    if (row !== null && row === shown?.row) return;
    waiting = window.setTimeout(() => (row === null ? hide() : show(row, row)), PAUSE_MS);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") hide();
  });
  // A row that gets the focus may scroll into view: its note goes with it.
  const follow = (): void => {
    if (shown?.row.contains(document.activeElement) === true) place(shown.note, shown.row);
    else hide();
  };
  document.addEventListener("scroll", follow, { capture: true, passive: true });
  window.addEventListener("hashchange", hide);
}
