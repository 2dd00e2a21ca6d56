/** Elements of HTML and SVG with their texts in the page’s language. A page in English does not fetch this file. */
import { createElement, Fragment } from "react";
import type { ReactNode } from "react";
import { NO_LANGUAGE } from "./no-language.ts";
import { isEnglish, translated, translatedParts } from "./look-up.ts";
import type { ElementProps } from "./text.ts";

/** The attributes that are read or heard. */
const READ = [
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "aria-placeholder"],
  ...["title", "placeholder", "alt", "label"],
] as const;

const isText = (part: ReactNode): part is string | number => typeof part === "string" || typeof part === "number";
const isNothing = (part: ReactNode): boolean => part === null || part === undefined || typeof part === "boolean";

/** Texts in a list of children: each by itself. */
const inList = (part: ReactNode, element: string | null): ReactNode =>
  typeof part === "string"
    ? translated(part, element)
    : Array.isArray(part)
      ? (part as readonly ReactNode[]).map((one) => inList(one, element))
      : part;

/**
 * Children at fixed places. What is no text gets its place as its key: a translation may move it, and React must know
 * it again. So it is with children that hold no text now, too: else a text that comes or goes beside a canvas would
 * make the canvas anew, empty.
 */
function inOrder(children: readonly ReactNode[], element: string | null): readonly ReactNode[] {
  const parts = children.map((part, i): ReactNode => {
    if (isText(part)) return String(part);
    return isNothing(part) ? "" : createElement(Fragment, { key: `at ${i}` }, inList(part, element));
  });
  const texts = parts.filter((part) => typeof part === "string" && part.trim() !== "");
  if (texts.length === 0) return parts;
  return (translatedParts(parts, element) as readonly ReactNode[] | null) ?? parts.map((part) => inList(part, element));
}

const textOf = (part: ReactNode): string =>
  isText(part) ? String(part) : Array.isArray(part) ? (part as readonly ReactNode[]).map(textOf).join("") : "";

/** The properties of an element, with its texts in the language of the page. */
export function elementInLanguage(type: string | null, props: ElementProps, fixed: boolean): ElementProps {
  if (props["translate"] === "no") return props;
  const changed: Record<string, unknown> = {};
  if (type !== null)
    for (const name of READ) {
      const value = props[name];
      if (typeof value === "string") changed[name] = translated(value, type);
    }
  const children = props["children"] as ReactNode;
  if (children !== undefined && !(type !== null && NO_LANGUAGE.has(type))) {
    const after =
      fixed && Array.isArray(children) ? inOrder(children as readonly ReactNode[], type) : inList(children, type);
    changed["children"] = after;
    if (type !== null && props["lang"] === undefined && isEnglish(textOf(after))) changed["lang"] = "en";
  }
  return { ...props, ...changed };
}
