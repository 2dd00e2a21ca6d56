import { CATALOGUE } from "../../engine/papers/catalogue.ts";
import type { Citation } from "../../engine/papers/types.ts";
import { listed } from "../words/sentences.ts";

/** "Figures: Schroeder and Burrows, Performance of Firefly RPC, …, 1990." */
const figuresFrom = ({ authors, title, journal, year }: Citation): string =>
  `Figures: ${listed(authors.map(family))}, ${title}, ${journal}, ${year}.`;

const family = (author: string): string => author.split(",")[0] ?? author;

/** Version, the papers that the numbers come from, licence. */
export function Footer() {
  return (
    <footer className="foot">
      <span>Roundtrip {__ROUNDTRIP_VERSION__}</span>
      {CATALOGUE.map(({ id, citation }) => (
        <span key={id}>{figuresFrom(citation)}</span>
      ))}
      <span>MIT licence; fonts under the Open Font License.</span>
    </footer>
  );
}
