/** Before a capture is open. */
import { OpenOwnFile } from "../controls/OpenOwnFile.tsx";
import type { LabExample } from "../setup/lab-example.ts";
import { EXAMPLES } from "./examples.ts";
import { useSources } from "./use-capture.ts";

interface Props {
  /** Why the last file was not opened; null where nothing is wrong. */
  readonly refused: string | null;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onExample: (example: LabExample) => void;
}

export function OpenFile(props: Props) {
  const sources = useSources();
  const note = (
    <>
      <p className="note">
        pcap or pcapng, also packed by gzip, up to 500 MB; with it interface files (.x, .rpc2) that name the values of
        its calls. The files stay on this page: nothing is sent, and it works without a network.
      </p>
      {sources.length > 0 && (
        <p role="status">{sources.map(({ name }) => name).join(", ")}: ready for the next capture.</p>
      )}
    </>
  );
  return (
    <OpenOwnFile {...props} {...{ what: "capture", note, several: true, writtenAs: "a capture" }} examples={EXAMPLES} />
  );
}
