/** A reply to an answer. Its heading takes the focus as it comes: the button that was pressed may be gone by then. */
import { useEffect, useRef } from "react";
import type { ReactNode, RefObject } from "react";
import { Verdict } from "./Verdict.tsx";

type Heading = RefObject<HTMLHeadingElement | null>;

/** The heading of a reply, and what to call as the reader answers: the next reply that stands takes the focus. */
export function useReply(): readonly [heading: Heading, answered: () => void] {
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current || heading.current === null) return;
    asked.current = false;
    heading.current.focus({ preventScroll: true });
    // All of it is brought into view: its beginning where it is higher than half of the window.
    const reply = heading.current.closest(".reply");
    const isHigh = (reply?.getBoundingClientRect().height ?? 0) > window.innerHeight / 2;
    reply?.scrollIntoView({ block: isHigh ? "start" : "nearest" });
  });
  return [heading, () => void (asked.current = true)];
}

interface Props {
  readonly heading: Heading;
  /** Null where the answer is neither right nor wrong. */
  readonly right: boolean | null;
  /** "Too high", "Passed"; "Right" or "Not right" where it is left out. */
  readonly title?: string;
  readonly children: ReactNode;
}

export function Reply({ heading, right, title, children }: Props) {
  return (
    <div className="reply">
      <h4 tabIndex={-1} ref={heading}>
        {right === null ? (title ?? "The answer") : <Verdict right={right}>{title}</Verdict>}
      </h4>
      {children}
    </div>
  );
}
