/**
 * A browser that translates the page takes React's texts out and puts its own in: Chrome and Edge put <font> elements
 * there, Firefox and Safari other texts. React knows nothing of that. It would write a new number into a text that
 * nobody sees, or fail because a text is no longer where React has put it.
 *
 * Here the page remembers what a translator did to the children of an element. Before React changes one of these
 * children, the element gets React's texts back. So React changes what the reader sees, and the translator, which
 * watches the page, translates the new text. Elements that React does not change stay translated.
 */

/** What translators did to the children of an element, in the order in which they did it. */
const done = new WeakMap<Node, MutationRecord[]>();
/** The element that a text of the page had when a translator took it. */
const home = new WeakMap<Node, Node>();
/** Texts that the page itself has just taken out, or moved. */
const takenByPage = new WeakSet<Node>();
/** Texts that the page itself has put in. */
const putByPage = new WeakSet<Node>();
/** Whether a translator has changed anything yet. */
let translated = false;

const isText = (node: Node): boolean => node.nodeType === Node.TEXT_NODE;
const isFont = (node: Node): boolean => node.nodeName === "FONT"; // the page itself has none

/** Code is not translated: its editor cares for its own lines. */
const isOut = (node: Node): boolean => node instanceof Element && node.closest("[translate=no]") !== null;

const byTranslator = ({ addedNodes, removedNodes }: MutationRecord): boolean =>
  [...addedNodes].some(isFont) || [...removedNodes].some((node) => isText(node) && !takenByPage.has(node));

/**
 * A translator works in tasks of its own. So one sign of it in an element says that all changes there are its own.
 * @param records all changes of a task
 */
function remember(records: readonly MutationRecord[]): void {
  const touched = new Set<Node>();
  for (const record of records) if (byTranslator(record)) touched.add(record.target);
  for (const record of records) {
    const { target, removedNodes } = record;
    if (!touched.has(target) || isOut(target)) continue;
    translated = true;
    const before = done.get(target);
    if (before === undefined) done.set(target, [record]);
    else before.push(record);
    for (const node of removedNodes) if (!isFont(node)) home.set(node, target);
  }
  for (const { removedNodes } of records) for (const node of removedNodes) takenByPage.delete(node);
}

/** Whether a translator's <font> of these changes still stands. If not, the page has written the element anew. */
function stands(parent: Node, records: readonly MutationRecord[]): boolean {
  const fonts = records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont));
  return fonts.length === 0 || fonts.some((font) => font.parentNode === parent);
}

/**
 * Installs the memory. Call it once, before React draws.
 * @param page the document that React draws in
 */
export function keepTranslated(page: Document): void {
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its own `this`
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  const content = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");
  const watcher = new MutationObserver(remember);
  watcher.observe(page, { childList: true, subtree: true });

  /** Gives an element the children back that React has put there. */
  const giveBack = (parent: Node): void => {
    const records = done.get(parent);
    if (records === undefined) return;
    done.delete(parent);
    if (!stands(parent, records)) return;
    for (const { addedNodes, removedNodes, nextSibling, previousSibling } of [...records].reverse()) {
      const [first] = [...addedNodes].filter((node) => node.parentNode === parent);
      const after = previousSibling?.parentNode === parent ? previousSibling.nextSibling : null;
      const before = first ?? (nextSibling?.parentNode === parent ? nextSibling : after);
      for (const node of removedNodes) insertBefore.call(parent, node, before);
      for (const node of addedNodes) {
        const foreign = isFont(node) || (isText(node) && !putByPage.has(node));
        if (foreign && node.parentNode === parent) removeChild.call(parent, node);
      }
    }
    watcher.takeRecords(); // of this very work
  };
  const mark = (node: Node): void => {
    if (!isText(node)) return;
    putByPage.add(node);
    if (node.parentNode !== null) takenByPage.add(node); // it has stood elsewhere
  };
  const lost = (parent: Node, child: Node | null): boolean =>
    translated && child !== null && child.parentNode !== parent;

  Object.assign(Node.prototype, {
    appendChild(this: Node, node: Node): Node {
      if (!isFont(node)) giveBack(this);
      mark(node);
      return appendChild.call(this, node);
    },
    insertBefore(this: Node, node: Node, next: Node | null): Node {
      if (!isFont(node)) giveBack(this);
      mark(node);
      return lost(this, next) ? appendChild.call(this, node) : insertBefore.call(this, node, next);
    },
    removeChild(this: Node, child: Node): Node {
      giveBack(this);
      if (isText(child)) takenByPage.add(child);
      if (!lost(this, child)) return removeChild.call(this, child);
      return child.parentNode === null ? child : removeChild.call(child.parentNode, child);
    },
  });
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...value,
    set(this: Node, text: string | null) {
      const parent = home.get(this);
      if (parent !== undefined) giveBack(parent);
      value?.set?.call(this, text);
    },
  });
  Object.defineProperty(Node.prototype, "textContent", {
    ...content,
    set(this: Node, text: string | null) {
      for (const node of this.childNodes) if (isText(node)) takenByPage.add(node);
      done.delete(this);
      content?.set?.call(this, text);
    },
  });
}
