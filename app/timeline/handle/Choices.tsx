/** The buttons beside a thing: what a drag could do, without one. */
import { useEffect, useLayoutEffect, useRef } from "react";
import type { KeyboardEvent } from "react";
import type { Figure } from "../../figure/figure.ts";
import type { Choice } from "./handle.ts";

interface Props {
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly figure: Pick<Figure, "width">;
  readonly x: number;
  readonly y: number;
  /** Whether the focus goes to the first of them. */
  readonly focus: boolean;
  readonly onChoice: (choice: Choice) => void;
  /** @param back whether the focus goes back to the thing */
  readonly onClose: (back: boolean) => void;
}

const AWAY = 24; // px, from the thing

export function Choices({ name, choices, figure, x, y, focus, onChoice, onClose }: Props) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = own.current;
    if (element === null) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const left = Math.min(Math.max(0, figure.width - width), Math.max(0, x - width / 2));
    const top = y - height - AWAY < 0 ? y + AWAY : y - height - AWAY;
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  });
  useEffect(() => {
    if (focus) own.current?.querySelector("button")?.focus();
  }, [focus]);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const listen = ({ target }: PointerEvent): void => {
      if (target instanceof Node && own.current?.contains(target) === false) latest.current(false);
    };
    document.addEventListener("pointerdown", listen);
    return () => document.removeEventListener("pointerdown", listen);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onClose(true);
  };
  return (
    <div ref={own} className="row tl-choices" role="group" aria-label={`What can befall ${name}`} onKeyDown={onKeyDown}>
      {choices.map((choice) => (
        <button key={choice.line} type="button" className="btn small" onClick={() => onChoice(choice)}>
          {choice.name}
        </button>
      ))}
    </div>
  );
}
