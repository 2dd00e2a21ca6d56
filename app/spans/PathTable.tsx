/** The critical path in numbers: own times by service, which sum to the whole, and its parts in the order of time. */
import { grouped, plain } from "../words/numbers.ts";
import { exactOnClock, clockUnit } from "../words/times.ts";
import type { ShownTrace } from "../workers/spans-rows.ts";

export function PathTable({ shown }: { readonly shown: ShownTrace }) {
  const { services, took, before, parts, partCount } = shown;
  const unit = clockUnit(before ?? took);
  const time = (nanos: number): string => exactOnClock(nanos, unit);
  const share = (nanos: number): string => (took === 0 ? "" : `${plain((100 * nanos) / took, 1)} %`);
  return (
    <div className="spans-path">
      <table className="spans-table">
        <caption>Where the time went: own time on the critical path</caption>
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col" className="number">{`Own time, ${unit.name}`}</th>
            <th scope="col" className="number">
              Of it
            </th>
            <th scope="col" className="number">
              Parts
            </th>
          </tr>
        </thead>
        <tbody>
          {services.map(({ of, nanos, parts: count }) => (
            <tr key={of}>
              <th scope="row">{of || "without a name"}</th>
              <td className="number">{time(nanos)}</td>
              <td className="number">{share(nanos)}</td>
              <td className="number">{grouped(count, 0)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <td className="number">{time(took)}</td>
            <td className="number">{share(took)}</td>
            <td className="number">{grouped(partCount, 0)}</td>
          </tr>
        </tfoot>
      </table>
      <details>
        <summary>
          {partCount > parts.length
            ? `The first ${parts.length} of the path’s ${grouped(partCount, 0)} parts`
            : "The parts of the path, in the order of time"}
        </summary>
        <div className="spans-steps" role="region" aria-label="Parts of the path" tabIndex={0}>
          <table className="spans-table">
            <thead>
              <tr>
                <th scope="col" className="number">{`From, ${unit.name}`}</th>
                <th scope="col" className="number">{`Own time, ${unit.name}`}</th>
                <th scope="col">Service</th>
                <th scope="col">Name</th>
                <th scope="col" className="wide">
                  Span
                </th>
              </tr>
            </thead>
            <tbody>
              {parts.map(({ span, service, name, from, nanos }) => (
                <tr key={from}>
                  <td className="number">{time(from)}</td>
                  <td className="number">{time(nanos)}</td>
                  <td translate="no">{service}</td>
                  <td translate="no">{name}</td>
                  <td className="wide">{span}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
