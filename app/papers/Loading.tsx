import type { ReactNode } from "react";
import { Failed } from "../controls/fetched.tsx";
import { capital } from "../words/sentences.ts";
import type { Loaded } from "./load.ts";

interface Props<Value> {
  readonly of: Loaded<Value>;
  readonly what: string; // "the numbers"
  readonly children: (value: Value) => ReactNode;
}

/** What has been loaded, or a line that says that it has not. */
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
