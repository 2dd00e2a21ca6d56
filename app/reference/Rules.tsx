import { readRules } from "./rules.ts";

/** The numbered rules in the head of a source file. */
export function Rules({ source }: { readonly source: string }) {
  return (
    <ol className="rules">
      {readRules(source).map(({ number, text }) => (
        <li key={number} value={number}>
          {text}
        </li>
      ))}
    </ol>
  );
}
