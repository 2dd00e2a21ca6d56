import { papers } from "../../engine/papers/index.ts";

const family = (author: string): string => author.split(",")[0] ?? author;

/** Version, the papers that the numbers come from, licence. */
export function Footer() {
  return (
    <footer className="foot">
      <span>Roundtrip {__ROUNDTRIP_VERSION__}</span>
      {papers.map(({ id, citation }) => (
        <span key={id}>
          {`Figures: ${citation.authors.map(family).join(" and ")}, ${citation.title}, ${citation.journal}, ${citation.year}.`}
        </span>
      ))}
      <span>MIT licence; fonts under the Open Font License.</span>
    </footer>
  );
}
