import { quote } from "../../engine/faults/quote.ts";

/** Says that a link asks for something that does not stand on the page. */
export const NotHere = ({ entry }: { readonly entry: string }) => (
  <p className="badlink" role="status">
    There is no {quote(entry)} on this page.
  </p>
);
