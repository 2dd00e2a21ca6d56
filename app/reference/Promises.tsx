import { PROPERTIES, type Property } from "../../engine/protocols/promises.ts";

/** What a reader may expect of a call, and some protocols do not promise. */
const EXPECTED: readonly Property[] = ["once", "atMostOnce", "ownResult", "returns", "ends"];

/** What a protocol promises with the experiment’s defaults, and what one might expect that it does not promise. */
export function Promises({ of }: { readonly of: readonly Property[] | undefined }) {
  if (of === undefined) return null; // no search can follow it, and nobody has written down what it promises
  return (
    <>
      <h2>What it promises</h2>
      <ul className="promised">
        {of.map((one) => (
          <li key={one}>
            <b>✓ promised</b> {PROPERTIES[one]}
          </li>
        ))}
        {EXPECTED.filter((one) => !of.includes(one)).map((one) => (
          <li key={one} className="isnot">
            <b>✗ not promised</b> {PROPERTIES[one]}
          </li>
        ))}
      </ul>
      <p className="conditions">The search over faults on the bench holds the protocol to what it promises.</p>
    </>
  );
}
