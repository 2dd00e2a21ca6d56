import { useState } from "react";
import { bibtex } from "../../engine/papers/bibtex.ts";
import type { Citation, Paper } from "../../engine/papers/types.ts";
import { listed } from "../words/sentences.ts";

const MONTHS: Readonly<Record<string, string>> = {
  jan: "January",
  feb: "February",
  mar: "March",
  apr: "April",
  may: "May",
  jun: "June",
  jul: "July",
  aug: "August",
  sep: "September",
  oct: "October",
  nov: "November",
  dec: "December",
};

/** "Schroeder, Michael D." is Michael D. Schroeder. */
const named = (author: string): string => author.split(", ").reverse().join(" ");

/** Copies the entry; shows it either way, so that it can be taken by hand. */
function BibTeX({ entry }: { readonly entry: string }) {
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(entry);
      setSaid("Copied.");
    } catch {
      setSaid("The browser does not let the page copy; take it from here.");
    }
  };
  return (
    <details className="bibtex">
      <summary>BibTeX</summary>
      <pre>{entry}</pre>
      <p className="copyline">
        <button type="button" className="btn small" onClick={() => void copy()}>
          Copy BibTeX
        </button>
        <span className="note" role="status">
          {said}
        </span>
      </p>
    </details>
  );
}

/**
 * The journal or report in which the paper appeared: "ACM Transactions on Computer Systems 8 (1), February 1990, pages
 * 1–17".
 */
function whereOf(citation: Citation): string {
  const date = `${MONTHS[citation.month] ?? citation.month} ${citation.year}`;
  if ("collection" in citation) return `${citation.collection}, ${date}`;
  if ("report" in citation) return `Technical Report ${citation.report}, ${citation.institution}, ${date}`;
  const { journal, volume, number, pages } = citation;
  return `${journal} ${volume} (${number}), ${date}, pages ${pages.join("–")}`;
}

/** Title, authors, where it appeared. */
export function Head({ paper }: { readonly paper: Paper }) {
  const { title, authors, year, doi } = paper.citation;
  return (
    <header className="head">
      <h1 lang="en" translate="no">
        {title}
      </h1>
      <p className="by">
        {listed(authors.map(named))}, {year}
      </p>
      <p className="where">
        <cite lang="en" translate="no">
          {whereOf(paper.citation)}
        </cite>
        {doi !== undefined && (
          <>
            . <a href={`https://doi.org/${doi}`}>doi:{doi}</a>
          </>
        )}
      </p>
      <BibTeX entry={bibtex(paper)} />
    </header>
  );
}
