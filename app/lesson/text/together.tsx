/** Brackets and full stops of the prose stay on the line of the button that they belong to. */
import { Children, isValidElement } from "react";
import type { ReactNode } from "react";

const OPENS = /[([“]+$/;
const CLOSES = /^[)\],.:;!?”]+/;

/** A part of the lesson's own in the prose: a number, a term, an erratum. */
const isPart = (child: ReactNode): boolean => isValidElement(child) && typeof child.type !== "string";

/** The same children; a browser may else end the line between "(" and a button, or before ")." behind it. */
export function together(children: ReactNode): ReactNode {
  const left = Children.toArray(children);
  return left.map((child, i) => {
    if (typeof child === "string") {
      const ended = isPart(left[i + 1]) ? child.replace(OPENS, "") : child;
      return isPart(left[i - 1]) ? ended.replace(CLOSES, "") : ended;
    }
    if (!isPart(child)) return child;
    const [before, after] = [left[i - 1], left[i + 1]];
    const opens = typeof before === "string" ? (OPENS.exec(before)?.[0] ?? "") : "";
    const closes = typeof after === "string" ? (CLOSES.exec(after)?.[0] ?? "") : "";
    if (opens === "" && closes === "") return child;
    return (
      <span key={`together ${i}`} className="together">
        {opens}
        {child}
        {closes}
      </span>
    );
  });
}
