import { papers } from "../../engine/papers/index.ts";
import type { Paper } from "../../engine/papers/types.ts";

/** "Figures: Schroeder and Burrows, Performance of Firefly RPC, …, 1990." */
const figuresFrom = ({ authors, title, journal, year }: Paper["citation"]): string =>
  `Figures: ${authors.map(family).join(" and ")}, ${title}, ${journal}, ${year}.`;

const family = (author: string): string => author.split(",")[0] ?? author;

/** Version, the papers that the numbers come from, licence. */
export function Footer() {
  return (
    <footer className="foot">
      <span>Roundtrip {__ROUNDTRIP_VERSION__}</span>
      {papers.map(({ id, citation }) => (
        <span key={id}>{figuresFrom(citation)}</span>
      ))}
      <span>MIT licence; fonts under the Open Font License.</span>
    </footer>
  );
}
