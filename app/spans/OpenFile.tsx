/** Before a trace is open. */
import { OpenOwnFile } from "../controls/OpenOwnFile.tsx";
import type { LabExample } from "../setup/lab-example.ts";
import { EXAMPLES } from "./examples.ts";

interface Props {
  /** Why the last file was not opened; null where nothing is wrong. */
  readonly refused: string | null;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onExample: (example: LabExample) => void;
}

export function OpenFile(props: Props) {
  const note = (
    <p className="note">
      OTLP JSON (also line by line), Jaeger JSON, Zipkin v2 or Chrome’s trace format, also packed by gzip, up to 256 MB.
      The file stays on this page: nothing is sent, and it works without a network.
    </p>
  );
  return (
    <OpenOwnFile {...props} {...{ what: "trace", note, several: false, writtenAs: "OTLP JSON" }} examples={EXAMPLES} />
  );
}
