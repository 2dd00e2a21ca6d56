import { LanguageChoice } from "./LanguageChoice.tsx";

/** Version, where the numbers come from, licence. */
export function Footer() {
  return (
    <footer className="row foot">
      <span>Roundtrip {__ROUNDTRIP_VERSION__}</span>
      <span>
        Measured numbers come from <a href="#/papers">the papers</a>.
      </span>
      <span>
        MIT licence; <a href="./licences.txt">the licences of its parts</a>.
      </span>
      <LanguageChoice />
      <span>
        <a href="#/reference/browser">Without a network</a>
      </span>
      <span>
        <a href="#/reference/access">Access report</a>
      </span>
      <span>
        <a href="#/desk">For teachers</a>
      </span>
    </footer>
  );
}
