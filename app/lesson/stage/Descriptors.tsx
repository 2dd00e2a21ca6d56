/** The descriptors of the procedure that the run calls, one a parameter, with what a reader may change of each. */
import { calledIn } from "../../../engine/experiments/multirpc/specification/texts.ts";
import { entryOf } from "../../../engine/kernel/reads.ts";
import { argsOf, type Arg } from "../../../engine/stubs/rp2gen/args.ts";
import {
  movedUp,
  typeNameAt,
  withMode,
  withoutParameter,
  withParameter,
  withType,
} from "../../../engine/stubs/rp2gen/edit.ts";
import { SIMPLE } from "../../../engine/stubs/rp2gen/types.ts";
import type { Parameter, TypeDeclaration } from "../../../engine/stubs/rp2gen/types.ts";
import { ModeTrack, travelText } from "./ModeTrack.tsx";

/** "{ IN OUT, integer, 4 }": usage, type and size, as RP2Gen writes them down. */
const descriptorText = ({ mode, type, size }: Arg): string =>
  `{ ${mode.replace(" ", "_")}_MODE, ${type}, ${size ?? "RPC2_VARIABLE"} }`;

/** Types that the reader may choose for a parameter; that of the text is among them. */
function typeNames(types: readonly TypeDeclaration[], now: string): readonly string[] {
  const known = [...Object.keys(SIMPLE), ...types.map(({ name }) => name)];
  return known.includes(now) ? known : [now, ...known];
}

interface Props {
  readonly text: string; // without a fault
  /** What a hand would make of it; null where nothing is held. */
  readonly held: string | null;
  /** The editor holds a text with a fault, which the buttons cannot change. */
  readonly locked: boolean;
  readonly onHeld: (text: string | null) => void;
  /** @param byKey keys that follow closely are one step of undo */
  readonly onChange: (text: string, byKey?: boolean) => void;
}

export function Descriptors({ text, held, locked, onHeld, onChange }: Props) {
  const { subsystem, procedure } = calledIn(held ?? text);
  const standing = calledIn(text).procedure.parameters;
  const { args } = entryOf(argsOf(subsystem).procedures, procedure, "procedure");
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
              <div className="row descriptor-parts">
                <b>{parameter.name}</b>
                <ModeTrack
                  parameter={standing[i] ?? parameter}
                  locked={locked}
                  onHeld={(mode) => onHeld(mode === null ? null : withMode(text, i, mode))}
                  onMode={(mode, byKey) => onChange(withMode(text, i, mode), byKey)}
                />
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

interface TypeProps extends Pick<Props, "text" | "locked" | "onChange"> {
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
