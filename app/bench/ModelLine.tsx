import { useMemo } from "react";
import { PYTHON_BYTES } from "../workers/python-client.ts";
import { useBench, useBenchStore, useLab } from "../lab/context.ts";
import { chartRequest } from "../setup/chart-request.ts";
import { callsOfChart, modelCallsOf, speaks } from "../setup/models.ts";
import { experimentOf } from "../setup/setup.ts";
import { inMegabytes } from "../words/numbers.ts";

const wholeSize = (): string => `${inMegabytes(PYTHON_BYTES)} MB`;

const NOT_COVERED = "No model covers this run.";

/** Says where the model's numbers were computed, with a button that computes them in this browser. */
export function ModelLine() {
  const store = useBenchStore();
  const edited = useBench((state) => state.edited !== null);
  const editing = useBench((state) => state.editing);
  const setup = useBench((state) => state.setup);
  const { hasModel, ofRun, onCharts } = useMemo(() => {
    const experiment = experimentOf(setup);
    const drawn = experiment.charts.flatMap((chart) => callsOfChart(chartRequest(experiment, chart, setup)));
    return {
      hasModel: modelCallsOf(experiment, setup.parameters).length > 0,
      ofRun: experiment.models.some((link) => speaks(experiment, link, setup)),
      onCharts: drawn.length > 0,
    };
  }, [setup]);
  if (!hasModel) return <p className="note">{NOT_COVERED}</p>;
  return (
    <>
      {!ofRun && (
        <p className="note">
          {onCharts ? "No model covers this run; a model covers some points of the chart." : NOT_COVERED}
        </p>
      )}
      {edited ? (
        <p className="note">The model is yours, modified from the paper.</p>
      ) : (
        (ofRun || onCharts) && <PaperModelLine />
      )}
      <p className="note">
        <button
          type="button"
          className="link"
          aria-expanded={editing}
          onClick={() => store.setState({ editing: !editing })}
        >
          {editing ? "Hide the model" : "Edit the model"}
        </button>
      </p>
    </>
  );
}

function PaperModelLine() {
  const lab = useLab();
  const python = useBench((state) => state.python);
  const button = (text: string) => (
    <button type="button" className="link" onClick={() => void lab.runModel()}>
      {text}
    </button>
  );
  switch (python.tag) {
    case "asleep":
      return (
        <p className="note">
          The model was computed when this page was built. {button("Run it in Python here")} ({wholeSize()})
        </p>
      );
    case "starting":
      return <Starting bytes={python.bytes} />;
    case "cancelled":
      return (
        <p className="note">
          Python has not started, so the model has no value for these parameters. {button("Run it in Python here")} (
          {wholeSize()})
        </p>
      );
    case "ready":
      return <p className="note">The model ran in Python, in this browser.</p>;
    case "failed":
      return (
        <p className="note" role="alert">
          The model could not be run in Python: {python.message} {button("Try again")}
        </p>
      );
  }
}

/** The share of Python that has come, with a button that goes on without it. */
function Starting({ bytes }: { readonly bytes: number }) {
  const lab = useLab();
  const share = Math.min(1, bytes / PYTHON_BYTES);
  return (
    <div className="progress">
      <i style={{ transform: `scaleX(${share})` }} />
      <span
        role="progressbar"
        aria-label="Python is starting"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={`${inMegabytes(bytes)} of ${wholeSize()}`}
      >
        Python is starting: {inMegabytes(bytes)} of {wholeSize()}, fetched once
      </span>
      <button type="button" className="btn small" aria-label="Cancel the start of Python" onClick={lab.cancelPython}>
        Cancel
      </button>
    </div>
  );
}
