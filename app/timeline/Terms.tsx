import { explained } from "../words/explained.ts";

/** What the words of the selected thing mean. Nothing where none is a term. */
export function Terms({ text }: { readonly text: string }) {
  const terms = explained(text);
  if (terms.length === 0) return null;
  return (
    <dl className="tl-terms" aria-label="What the words mean">
      {terms.map(({ term, what }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
