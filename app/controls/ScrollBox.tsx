import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";

interface Props {
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * A box for content that may be wider than the page, or higher than its style allows. Where the content is, it scrolls
 * in the box, which then has a name and takes the focus.
 */
export function ScrollBox({ label, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  const named = scrolls ? { role: "region", "aria-label": label, tabIndex: 0 } : {};
  return (
    <div className="scroll" ref={box} {...named}>
      {children}
    </div>
  );
}
