/**
 * Translators of browsers, for tests: each goes over the page in every frame, as one that is in use, and takes texts
 * of the page away in its own manner. The words stay the same, so a test can compare a translated page with another.
 */
import type { Page } from "@playwright/test";

declare global {
  /** Goes over the page once more, now. */
  var translateNow: () => void;
}

/** Runs in the page and needs nothing of this file. Comes back when it has gone over the page for the first time. */
function translate(manner: Manner): Promise<void> {
  const own = new WeakSet<Node>();
  const put = (text: string): Text => {
    const node = document.createTextNode(text);
    own.add(node);
    return node;
  };
  const font = (text: Text): HTMLElement => {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.append(text);
    outer.append(inner);
    return outer;
  };
  const isNew = (node: Node | null): node is Text =>
    node instanceof Text &&
    node.data.trim() !== "" &&
    !own.has(node) &&
    node.parentElement?.closest("font,script,style,noscript,textarea,code,title,svg,canvas,[translate=no]") === null;
  const ways: Record<Manner, (text: Text) => void> = {
    // as Chrome and Edge
    fonts: (text) => text.replaceWith(font(put(text.data))),
    // a <font> around the text of the page itself
    around: (text) => {
      const mark = document.createComment("");
      text.replaceWith(mark);
      mark.replaceWith(font(text));
    },
    // one <font> for texts that stand side by side: the second and later ones are taken out
    merged: (text) => {
      const side: Text[] = [];
      for (let node: Node | null = text; isNew(node); node = node.nextSibling) side.push(node);
      text.before(font(put(side.map(({ data }) => data).join(""))));
      for (const one of side) one.remove();
    },
    // other texts, without any <font>, as Firefox and Safari
    texts: (text) => text.replaceWith(put(text.data)),
  };
  const goOver = (): void => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode() !== null) if (isNew(walker.currentNode)) found.push(walker.currentNode);
    for (const text of found) if (isNew(text)) ways[manner](text);
  };
  globalThis.translateNow = goOver;
  goOver();
  const goOn = (): void => {
    goOver();
    requestAnimationFrame(goOn);
  };
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      goOn();
      resolve();
    }),
  );
}

export const MANNERS = ["fonts", "around", "merged", "texts"] as const;
export type Manner = (typeof MANNERS)[number];

/** From now on a translator goes over the page again and again. */
export const translatePage = (page: Page, manner: Manner): Promise<void> => page.evaluate(translate, manner);
