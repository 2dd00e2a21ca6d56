import { experiments } from "../../engine/experiments/index.ts";
import type { Experiment } from "../../engine/experiments/types.ts";
import { badLink, exampleLink, linkKeys } from "./link-keys.ts";
import { ScrollBox } from "../papers/ScrollBox.tsx";

function KeyTable({ first }: { readonly first: Experiment }) {
  return (
    <table className="board plain">
      <thead>
        <tr>
          <th scope="col" className="left">
            Key
          </th>
          <th scope="col" className="left">
            Example
          </th>
          <th scope="col" className="left">
            What it says
          </th>
        </tr>
      </thead>
      <tbody>
        {linkKeys(first).map(({ key, example, what }) => (
          <tr key={key}>
            <th scope="row" className="left">
              <code>{key}</code>
            </th>
            <td className="left">
              <code>{example}</code>
            </td>
            <td className="left words">{what}</td>
          </tr>
        ))}
        {experiments.map(({ id, params }) => (
          <tr key={id}>
            <th scope="row" className="left words">
              {Object.keys(params).map((key) => (
                <code key={key} className="line">
                  {key}
                </code>
              ))}
            </th>
            <td className="left">
              <code>{id}</code>
            </td>
            <td className="left words">
              a parameter of the experiment, left out at its default; <a href="#/reference/parameters">all of them</a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a link to the bench may carry. */
export function Links() {
  const [first] = experiments;
  if (first === undefined) return null;
  const bad = badLink();
  return (
    <>
      <h2>Links to the bench</h2>
      <p className="conditions">
        A link names an experiment and what differs from its defaults, so it opens the same run in any browser. Found by
        writing a link and reading what stands in it.
      </p>
      <p className="example">
        <code>{exampleLink(first)}</code>
      </p>
      <ScrollBox label="Keys of a link">
        <KeyTable first={first} />
      </ScrollBox>
      <h3>A link that says something impossible</h3>
      <p className="conditions">It opens with the defaults and one line for each thing that could not be used:</p>
      <p className="example">
        <code>{bad.link}</code>
      </p>
      <ul className="said">
        {bad.said.map((line) => (
          <li key={line}>
            <p>{line}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
