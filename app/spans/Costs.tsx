/** A fixed cost and a cost by the byte, fitted to the spans of a file that say how large their messages are. */
import type { Cost } from "../../engine/spans/costs.ts";
import { grouped, plain } from "../words/numbers.ts";
import { roughText } from "../words/times.ts";

const SHOWN = 40;

export function Costs({ costs }: { readonly costs: readonly Cost[] }) {
  if (costs.length === 0) return null;
  return (
    <section className="own-one spans-costs" aria-label="Fitted costs">
      <h2>Fitted costs</h2>
      <p className="note">
        A line through the spans of a name whose sizes differ, by least squares: a fixed time and a time for each byte.
        They are fitted, not measured; “explained” is the share of the variance that the line has.
      </p>
      <div className="spans-steps" role="region" aria-label="Table of fitted costs" tabIndex={0}>
        <table className="spans-table">
          <thead>
            <tr>
              <th scope="col">Service</th>
              <th scope="col">Name</th>
              <th scope="col" className="number">
                Spans
              </th>
              <th scope="col" className="number">
                Fixed
              </th>
              <th scope="col" className="number">
                ns a byte
              </th>
              <th scope="col" className="number">
                Explained
              </th>
            </tr>
          </thead>
          <tbody>
            {costs.slice(0, SHOWN).map(({ service, name, spans, fixedNs, nsPerByte, explained }) => (
              <tr key={`${service}: ${name}`}>
                <td translate="no">{service}</td>
                <td translate="no">{name}</td>
                <td className="number">{grouped(spans, 0)}</td>
                <td className="number">{roughText(fixedNs)}</td>
                <td className="number">{plain(nsPerByte, 2)}</td>
                <td className="number">{`${plain(100 * explained, 0)} %`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {costs.length > SHOWN && <p className="note">{`and ${costs.length - SHOWN} more`}</p>}
    </section>
  );
}
