import { allowedText } from "../../engine/experiments/parameters.ts";
import { experiments } from "../../engine/experiments/index.ts";
import type { Experiment, Param } from "../../engine/experiments/types.ts";
import { PACKET_KINDS } from "../../engine/faults/index.ts";
import scriptSource from "../../engine/faults/parse-script.ts?raw";
import { unitText, withUnit } from "../papers/units.ts";
import { faultForms, refusals } from "./fault-lines.ts";
import { Rules } from "./Rules.tsx";
import { ScrollBox } from "../papers/ScrollBox.tsx";

const defaultText = (param: Param): string =>
  param.kind === "choice" ? param.default : withUnit(param.default.toLocaleString("en-US"), param.unit);

function ParamRow({ name, param }: { readonly name: string; readonly param: Param }) {
  const log = param.kind === "number" && param.scale === "log" ? "; logarithmic" : "";
  return (
    <tr>
      <th scope="row" className="left words">
        {param.label} <code className="line">{name}</code>
      </th>
      <td className="left words">
        {allowedText(param)}
        {log}
        <span className="second">default {defaultText(param)}</span>
      </td>
      <td className="left words">
        {param.why}
        {param.inert !== undefined && ` Has no effect: ${param.inert}`}
      </td>
    </tr>
  );
}

function Heads({ heads }: { readonly heads: readonly string[] }) {
  return (
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col" className="left">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function ExperimentPart({ experiment }: { readonly experiment: Experiment }) {
  const { id, title, question, params, measures, sweep, models } = experiment;
  return (
    <div className="group">
      <h2>
        {title}{" "}
        <span>
          <code>{id}</code>
        </span>
      </h2>
      <p className="question">{question}</p>
      <ScrollBox label={`Parameters of ${title}`}>
        <table className="board plain">
          <caption>Parameters</caption>
          <Heads heads={["Name and key", "Allowed", "Why"]} />
          <tbody>
            {Object.entries(params).map(([name, param]) => (
              <ParamRow key={name} name={name} param={param} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <ScrollBox label={`Measures of ${title}`}>
        <table className="board plain">
          <caption>Measures</caption>
          <Heads heads={["Name and key", "Unit", "How it is taken"]} />
          <tbody>
            {Object.entries(measures).map(([name, { label, unit, what }]) => (
              <tr key={name}>
                <th scope="row" className="left words">
                  {label} <code className="line">{name}</code>
                </th>
                <td className="left">{unitText(unit)}</td>
                <td className="left words">{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="conditions">
        Its chart runs over {params[sweep.over]?.label.toLowerCase() ?? sweep.over}: {sweep.values.join(", ")}.{" "}
        {models
          .map(
            ({ function: name, measure }) =>
              `The model’s ${name}() predicts ${measures[measure]?.label.toLowerCase() ?? measure}.`,
          )
          .join(" ")}
      </p>
    </div>
  );
}

function FaultScript() {
  return (
    <div className="group">
      <h2 id="faults">Fault script</h2>
      <p className="conditions">
        One fault a line, in any order. Kinds of packets: {PACKET_KINDS.join(", ")}. Times have a unit: ns, us, ms or s.
      </p>
      <ScrollBox label="Faults">
        <table className="board plain">
          <Heads heads={["Line", "What happens"]} />
          <tbody>
            {faultForms().map(({ lines, what }) => (
              <tr key={what}>
                <td className="left">
                  {lines.map((line) => (
                    <code key={line} className="line">
                      {line}
                    </code>
                  ))}
                </td>
                <td className="left words">{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <h3>What cannot stand together</h3>
      <Rules source={scriptSource} />
      <h3>What is said to a line that cannot be meant</h3>
      <ul className="said">
        {refusals().map(({ lines, said }) => (
          <li key={said}>
            {lines.map((line) => (
              <code key={line} className="line">
                {line}
              </code>
            ))}
            <p>{said}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Every experiment's parameters and measures, and the fault script, from what the lab itself reads. */
export function Parameters() {
  return (
    <>
      {experiments.map((experiment) => (
        <ExperimentPart key={experiment.id} experiment={experiment} />
      ))}
      <FaultScript />
    </>
  );
}
