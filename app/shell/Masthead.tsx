import { toggleTheme, useTheme } from "./theme.ts";

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

export function Masthead({ onHelp }: { readonly onHelp: () => void }) {
  const theme = useTheme();
  return (
    <header className="mast">
      <a className="mark" href="#/">
        <Mark />
        Roundtrip
      </a>
      <nav aria-label="Places">
        <a href="#/bench/firefly/null" aria-current="page">
          Bench
        </a>
      </nav>
      <div className="tools">
        <button type="button" onClick={toggleTheme}>
          {theme === "dark" ? "Light" : "Dark"}
        </button>
        <button type="button" onClick={onHelp} aria-keyshortcuts="?">
          Help <kbd aria-hidden="true">?</kbd>
        </button>
      </div>
    </header>
  );
}
