import { useCallback, useEffect, useRef, useState } from "react";
import { wayTo } from "../setup/location.ts";
import type { PlaceName } from "../setup/location.ts";
import { toggleTheme, useTheme } from "../controls/theme.ts";
import { useEscape } from "../controls/use-escape.ts";
import { hrefOf } from "../setup/link-table.ts";

/** Two stairs, down and up, joined by a cable: a call and its return. */
function Mark() {
  const path = "M1 2.5h7l5 15h8l5-15h7";
  return (
    <svg width="34" height="20" viewBox="0 0 34 20" aria-hidden="true">
      <path className="cable" d={path} />
      <path className="core" d={path} />
    </svg>
  );
}

const PLACES = [
  { name: "", title: "Course" },
  { name: "bench", title: "Bench" },
  { name: "numbers", title: "Your numbers" },
  { name: "capture", title: "Captures" },
  { name: "traces", title: "Traces" },
  { name: "write", title: "Write the rule" },
  { name: "papers", title: "Papers" },
  { name: "reference", title: "Reference" },
] as const satisfies readonly { readonly name: PlaceName; readonly title: string }[];

interface Props {
  readonly at: PlaceName;
  readonly onHelp: () => void;
  readonly onFind: () => void;
}

/** Closes what is open under the head when the reader presses something else, or goes elsewhere. */
function useClosed(isOpen: boolean, onClose: () => void): void {
  useEscape(isOpen, onClose);
  useEffect(() => {
    if (!isOpen) return;
    const pressed = ({ target }: PointerEvent): void => {
      if (!(target instanceof Element && target.closest(".mast") !== null)) onClose();
    };
    window.addEventListener("pointerdown", pressed);
    window.addEventListener("popstate", onClose); // a browser tells of another hash by it, too
    return () => {
      window.removeEventListener("pointerdown", pressed);
      window.removeEventListener("popstate", onClose);
    };
  }, [isOpen, onClose]);
}

/** The head of every page. On a phone the places stand behind one button, and open under the head. */
export function Masthead({ at, onHelp, onFind }: Props) {
  const theme = useTheme();
  const menu = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useClosed(open, close);
  const here = at === "lesson" ? "" : at; // a lesson is part of the course
  return (
    <header className="row mast">
      <a className="mark" href={hrefOf("")}>
        <Mark />
        Roundtrip
      </a>
      <nav aria-label="Places" id="places" className={open ? "open" : undefined} onClick={close}>
        {PLACES.map(({ name, title }) => {
          // A place may have told another way since this was drawn.
          const lead = ({ currentTarget }: { readonly currentTarget: HTMLAnchorElement }): void => {
            currentTarget.href = wayTo(name);
          };
          return (
            <a
              key={name}
              href={wayTo(name)}
              aria-current={name === here ? "page" : undefined}
              onPointerEnter={lead}
              onFocus={lead}
              onClick={lead}
            >
              {title}
            </a>
          );
        })}
        {/* A phone has no room for it beside the other tools, and no keys. */}
        <button
          type="button"
          className="narrow-find"
          onClick={() => {
            menu.current?.focus(); // it stays when the places close, and gets the focus back
            onFind();
          }}
        >
          Find
        </button>
      </nav>
      <div className="tools">
        <button type="button" className="find" onClick={onFind} aria-keyshortcuts="Control+K">
          Find <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        <button type="button" onClick={toggleTheme}>
          {theme === "dark" ? "Light" : "Dark"}
        </button>
        <button type="button" onClick={onHelp} aria-keyshortcuts="?">
          Help <kbd aria-hidden="true">?</kbd>
        </button>
        <button
          ref={menu}
          type="button"
          className="menu"
          aria-expanded={open}
          aria-controls="places"
          onClick={() => setOpen((before) => !before)}
        >
          Menu
        </button>
      </div>
    </header>
  );
}
