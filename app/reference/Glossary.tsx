import { useEffect } from "react";
import { GLOSSARY } from "../words/glossary.ts";

/** The words of the lab. */
export function Glossary({ entry }: { readonly entry: string | null }) {
  useEffect(() => {
    if (entry !== null) document.getElementById(`term-${entry}`)?.scrollIntoView({ block: "center" });
  }, [entry]);
  return (
    <>
      <h2>Glossary</h2>
      <p className="conditions">
        We wrote these explanations for this lab. All other parts of the reference come from the code.
      </p>
      <dl className="glossary">
        {GLOSSARY.map(({ term, what }) => (
          <div key={term} id={`term-${term}`} className={term === entry ? "pair pointed" : "pair"}>
            <dt>{term}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
