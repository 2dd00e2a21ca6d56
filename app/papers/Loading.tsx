import type { ReactNode } from "react";
import { Failed } from "../controls/fetched.tsx";
import { capital } from "../words/sentences.ts";
import type { Loaded } from "./load.ts";

interface Props<Value> {
  readonly of: Loaded<Value>;
  readonly what: string; // "the numbers"
  readonly children: (value: Value) => ReactNode;
}

/** Shows a loaded value, or a line that says that the value is loading or did not come. */
export function Loading<Value>({ of, what, children }: Props<Value>) {
  switch (of.tag) {
    case "ready":
      return children(of.value);
    case "loading":
      return (
        <p className="note waiting" role="status">
          Loading {what}.
        </p>
      );
    case "failed":
      return <Failed what={capital(what)} error={of.message} onAgain={of.again} />;
  }
}
