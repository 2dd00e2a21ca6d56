/** The workbench of a language for interfaces: its editor, what the compiler writes, and the bytes of a call. */
import { useId, useMemo, useState } from "react";
import { LANGUAGES } from "../../../engine/stubs/languages/index.ts";
import type { Compiled, CompiledProcedure, Language, Packet } from "../../../engine/stubs/languages/language.ts";
import { keptSource } from "../../model/kept.ts";
import { OtherTab } from "../../model/OtherTab.tsx";
import { useKeptText } from "../../model/use-kept-text.ts";
import { AllLayers } from "../../timeline/events/PacketBytes.tsx";
import { hrefOf } from "../../setup/link-table.ts";
import { counted } from "../../words/numbers.ts";
import { compiledOf, messageOf } from "../../lab/interface/compile.ts";
import { StubKinds } from "../../lab/interface/StubKinds.tsx";
import { useInterfaceEditor } from "../../lab/interface/use-interface-editor.ts";
import "../../styles/inspector.css";
import "./interfaces.css";

export function Workbench({ entry }: { readonly entry: string | null }) {
  const language = LANGUAGES.find(({ id }) => id === entry) ?? LANGUAGES[0];
  return (
    <>
      <nav className="row interface-languages" aria-label="Languages">
        {LANGUAGES.map(({ id, title }) => (
          <a
            key={id}
            href={hrefOf("reference", ["interfaces"], { entry: id })}
            aria-current={id === language.id ? "page" : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <LanguageBench key={language.id} language={language} />
    </>
  );
}

/** The text is kept in this browser under this name. */
const keptAs = ({ id }: Language): string => `interface-${id}`;

function LanguageBench({ language }: { readonly language: Language }) {
  const [text, setText] = useState(() => keptSource(keptAs(language)) ?? language.example);
  const { kept, conflict } = useKeptText({
    paper: keptAs(language),
    source: text,
    original: language.example,
    onTake: setText,
  });
  const outcome = useMemo(() => compiledOf(language, text), [language, text]);
  const [last, setLast] = useState<Compiled | null>(null); // stays in view while the text has a fault
  if ("compiled" in outcome && outcome.compiled !== last) setLast(outcome.compiled);
  const problem = "problem" in outcome ? outcome.problem : null;
  const isOwn = text !== language.example;
  const hint = useId();
  const { holder, editor } = useInterfaceEditor({ language, text, problem, hint, onChange: setText });
  return (
    <>
      <p className="conditions">{language.what}</p>
      <section className="model interface-editor" aria-label={`Editor for ${language.title}`}>
        <div className="row model-head">
          <p className="model-whose" role="status">
            {isOwn
              ? kept
                ? "Your text, kept in this browser."
                : "Your text. This browser keeps nothing."
              : "Our example."}
          </p>
          <button type="button" className="btn small" disabled={!isOwn} onClick={() => setText(language.example)}>
            Back to the example
          </button>
        </div>
        {conflict !== null && <OtherTab conflict={conflict} of="interface" first="the example" />}
        <div ref={holder} className={problem === null ? "model-text" : "model-text wrong"} />
        <p id={hint} className="note">
          Each key compiles the text. Tab leaves the editor.
        </p>
        {problem === null ? (
          <p className="model-said">The compiler takes this text.</p>
        ) : (
          <p className="model-said error" role="alert">
            <button type="button" className="link" onClick={() => editor.current?.goTo(problem.line, problem.column)}>
              Line {problem.line}, column {problem.column}
            </button>
            : {problem.message} What stands below belongs to your last text without a fault.
          </p>
        )}
      </section>
      {last !== null && <Results compiled={last} />}
    </>
  );
}

function Results({ compiled: { files, procedures, subsystem } }: { readonly compiled: Compiled }) {
  return (
    <>
      <h3>What the compiler writes</h3>
      {files.map(({ title, text }, i) => (
        <details key={i} className="interface-file" open={i === 0}>
          <summary>{title}</summary>
          {text === "" ? <p className="note">Nothing: there is no procedure.</p> : <pre tabIndex={0}>{text}</pre>}
        </details>
      ))}
      <h3>The bytes of a call</h3>
      {procedures.length === 0 ? (
        <p className="note">Write a procedure, and its call stands here.</p>
      ) : (
        <Calls procedures={procedures} />
      )}
      {subsystem !== undefined && (
        <>
          <h3>Descriptors or generated stubs</h3>
          <StubKinds subsystem={subsystem} />
        </>
      )}
    </>
  );
}

const PACKET_WORDS: Readonly<Record<Packet, string>> = { request: "Request", reply: "Reply" };

function Calls({ procedures }: { readonly procedures: readonly CompiledProcedure[] }) {
  const [name, setName] = useState("");
  const [packet, setPacket] = useState<Packet>("request");
  const procedure = procedures.find((one) => one.name === name) ?? procedures[0];
  if (procedure === undefined) return null;
  return (
    <>
      <div className="row interface-call">
        <label>
          Procedure{" "}
          <select value={procedure.name} onChange={(event) => setName(event.target.value)}>
            {procedures.map((one) => (
              <option key={one.name}>{one.name}</option>
            ))}
          </select>
        </label>
        <fieldset>
          <legend>Packet</legend>
          {(["request", "reply"] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="packet" checked={packet === one} onChange={() => setPacket(one)} />
              {PACKET_WORDS[one]}
            </label>
          ))}
        </fieldset>
      </div>
      <p className="mono interface-signature">{procedure.text}</p>
      <Packed key={`${procedure.name} ${procedure.text} ${packet}`} procedure={procedure} packet={packet} />
    </>
  );
}

interface PackedProps {
  readonly procedure: CompiledProcedure;
  readonly packet: Packet;
}

/** The values of a packet, which the reader may change, and its bytes. */
function Packed({ procedure, packet }: PackedProps) {
  const id = useId();
  const [values, setValues] = useState(() => JSON.stringify(procedure.sample[packet], null, 1));
  const message = useMemo(() => messageOf(procedure, packet, values), [procedure, packet, values]);
  const isWrong = typeof message === "string";
  return (
    <div className="interface-packet">
      <div>
        <label htmlFor={`${id}-values`}>Values, in JSON</label>
        <textarea
          id={`${id}-values`}
          className="field line"
          rows={Math.min(12, values.split("\n").length + 1)}
          value={values}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={isWrong}
          aria-describedby={`${id}-said`}
          onChange={(event) => setValues(event.target.value)}
        />
        <p id={`${id}-said`} className={isWrong ? "error" : "note"} role={isWrong ? "alert" : undefined}>
          {isWrong
            ? message
            : message.frame.length === 0
              ? "No value travels in this packet."
              : `The packet has ${counted(message.frame.length, "byte")}.`}
        </p>
      </div>
      {!isWrong && message.frame.length > 0 && (
        <div className="interface-bytes">
          <AllLayers key={message.frame.length} frame={message.frame} layers={message.layers} />
        </div>
      )}
    </div>
  );
}
