/** The descriptors of the procedure that the run calls, one a parameter, with what a reader may change of each. */
import { calledIn } from "../../../engine/experiments/multirpc/specification/texts.ts";
import { argsOf, type Arg } from "../../../engine/stubs/rp2gen/args.ts";
import {
  movedUp,
  typeNameAt,
  withMode,
  withoutParameter,
  withParameter,
  withType,
} from "../../../engine/stubs/rp2gen/edit.ts";
import { isIn, SIMPLE } from "../../../engine/stubs/rp2gen/types.ts";
import type { Mode, Parameter, TypeDeclaration } from "../../../engine/stubs/rp2gen/types.ts";

const MODES: readonly Mode[] = ["IN", "IN OUT", "OUT"];

/** "{ IN OUT, integer, 4 }": usage, type and size, as RP2Gen writes them down. */
const descriptorText = ({ mode, type, size }: Arg): string =>
  `{ ${mode.replace(" ", "_")}_MODE, ${type}, ${size ?? "RPC2_VARIABLE"} }`;

function travelText(parameter: Parameter): string {
  const [there, back] = [isIn("request", parameter), isIn("reply", parameter)];
  if (there && back) return "travels out and back";
  return there ? "travels out" : "travels back";
}

/** Types that the reader may choose for a parameter; that of the text is among them. */
function typeNames(types: readonly TypeDeclaration[], now: string): readonly string[] {
  const known = [...Object.keys(SIMPLE), ...types.map(({ name }) => name)];
  return known.includes(now) ? known : [now, ...known];
}

interface Props {
  readonly text: string; // without a fault
  /** The editor holds a text with a fault, which the buttons cannot change. */
  readonly locked: boolean;
  readonly onChange: (text: string) => void;
}

export function Descriptors({ text, locked, onChange }: Props) {
  const { subsystem, procedure } = calledIn(text);
  const args = argsOf(subsystem).procedures.get(procedure)?.args ?? [];
  const { parameters, name } = procedure;
  return (
    <>
      <h3 className="figtitle">Descriptors of {name}</h3>
      {parameters.length === 0 && <p className="note">No parameter, no descriptor: the header is the whole message.</p>}
      <ol className="descriptors" aria-label={`Descriptors of ${name}`}>
        {parameters.map((parameter, i) => {
          const arg = args[i];
          return (
            <li key={parameter.name}>
              <div className="descriptor-parts">
                <b>{parameter.name}</b>
                <select
                  aria-label={`Mode of ${parameter.name}`}
                  disabled={locked}
                  value={parameter.mode}
                  onChange={(event) => {
                    const mode = MODES.find((one) => one === event.target.value);
                    if (mode !== undefined) onChange(withMode(text, i, mode));
                  }}
                >
                  {MODES.map((mode) => (
                    <option key={mode}>{mode}</option>
                  ))}
                </select>
                <TypeSelect {...{ text, i, parameter, locked, onChange }} types={subsystem.types} />
                <button
                  type="button"
                  className="btn small bare"
                  disabled={locked || i === 0}
                  onClick={() => onChange(movedUp(text, i))}
                >
                  <span className="vh">Move {parameter.name} </span>Up
                </button>
                <button
                  type="button"
                  className="btn small bare"
                  disabled={locked}
                  onClick={() => onChange(withoutParameter(text, i))}
                >
                  Remove<span className="vh"> {parameter.name}</span>
                </button>
              </div>
              <p>
                {arg !== undefined && <code>{descriptorText(arg)}</code>} {travelText(parameter)}
              </p>
            </li>
          );
        })}
      </ol>
      <button
        type="button"
        className="btn small"
        disabled={locked}
        onClick={() =>
          onChange(
            withParameter(
              text,
              parameters.map((one) => one.name),
            ),
          )
        }
      >
        Add a parameter
      </button>
      {locked && <p className="note">Mend the text first; then these buttons change it again.</p>}
    </>
  );
}

interface TypeProps extends Props {
  readonly i: number;
  readonly parameter: Parameter;
  readonly types: readonly TypeDeclaration[];
}

function TypeSelect({ text, i, parameter, types, locked, onChange }: TypeProps) {
  const now = typeNameAt(text, i).replace(/^RPC2_/, "");
  if (parameter.type.tag === "list" || parameter.type.tag === "bulk") return <span className="mono">{now}</span>;
  return (
    <select
      aria-label={`Type of ${parameter.name}`}
      disabled={locked}
      value={now}
      onChange={(event) => onChange(withType(text, i, event.target.value))}
    >
      {typeNames(types, now).map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
