/** Compilers for interfaces, with an editor: the reader writes an interface, and sees stubs and the bytes of calls. */
import { fetched } from "../../controls/fetched.tsx";

const Workbench = fetched("The editor for interfaces", () => import("./Workbench.tsx").then((m) => m.Workbench));

/** @param entry the language to begin with: "rp2gen" */
export function Interfaces({ entry }: { readonly entry: string | null }) {
  return (
    <>
      <h2>Write an interface</h2>
      <p className="conditions">
        A stub compiler reads what procedures take and give back. It writes the code that packs a call into a packet.
        Change the interface, and see what the compiler writes and which bytes a call sends.
      </p>
      <Workbench entry={entry} />
    </>
  );
}
