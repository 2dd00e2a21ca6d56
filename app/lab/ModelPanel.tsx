import { useEffect, useRef, useState } from "react";
import { paperOf } from "../../engine/experiments/answering.ts";
import { isModified } from "../model/model-session.ts";
import { ModelEditor } from "../model/ModelEditor.tsx";
import { modelSource } from "../workers/model-source.ts";
import { useModel } from "../model/use-model.ts";
import { useBench, useBenchStore } from "./context.ts";
import { sliderDraftOf } from "./draft.ts";
import { useModels } from "./use-models.ts";
import { experimentOf } from "../setup/setup.ts";
import { messageOf } from "../words/message-of.ts";

interface Props {
  /** Whether it is open whatever the bench says of its editor: on a lesson's stage. */
  readonly always?: boolean;
  /** The function that it opens at then. */
  readonly at?: string | null;
}

/** The paper's model in an editor; what its text gives goes to the chart and the board. */
export function ModelPanel({ always = false, at = null }: Props) {
  const paper = useBench((state) => paperOf(experimentOf(state.setup)));
  const [original, setOriginal] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    modelSource(paper).then(
      (text) => wanted && setOriginal(text),
      (error: unknown) => wanted && setFailure(messageOf(error)),
    );
    return () => {
      wanted = false;
    };
  }, [paper]);
  if (failure !== null) return <p className="note">The model cannot be edited: {failure}</p>;
  return original === null ? (
    <p className="note">The model is loading.</p>
  ) : (
    <Opened original={original} always={always} own={at} />
  );
}

interface OpenedProps {
  readonly original: string;
  readonly always: boolean;
  readonly own: string | null;
}

function Opened({ original, always, own }: OpenedProps) {
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const draft = useBench(sliderDraftOf);
  const models = useModels();
  const editing = useBench((state) => state.editing);
  const at = useBench((state) => (always ? own : state.modelAt));
  const experiment = experimentOf(setup);
  const { values, session, ...editor } = useModel(experiment, (draft?.setup ?? setup).parameters, original);
  const modified = isModified(session);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (editing) place.current?.scrollIntoView({ block: "start" }); // it opens far below what opened it
  }, [editing]);
  useEffect(() => {
    store.setState({ edited: modified && values !== null ? { source: session.source, values } : null });
  }, [store, modified, values, session.source]);
  useEffect(() => () => store.setState({ edited: null }), [store]); // without its text nobody could take it back
  return (
    <div ref={place} hidden={!editing && !always}>
      <ModelEditor
        experiment={experiment}
        parameters={setup.parameters}
        session={session}
        paperValues={models}
        at={at}
        unasked={always}
        {...editor}
      />
    </div>
  );
}
