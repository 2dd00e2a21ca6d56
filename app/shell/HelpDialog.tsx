import { useState } from "react";
import { Dialog } from "./Dialog.tsx";
import { KEY_PLACES } from "../words/keys/page.ts";
import { setSingleKeys, singleKeysOn } from "../controls/page-keys.ts";
import type { Key } from "../words/keys/page.ts";

interface Props {
  readonly keys: readonly Key[];
  readonly onClose: () => void;
}

function KeyName({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key, i) => (
    <span key={key}>
      {i > 0 && " "}
      <kbd>{key}</kbd>
    </span>
  ));
}

/** The keys and their effects, from the key registry, and the switch for keys of a single letter. */
export function HelpDialog({ keys, onClose }: Props) {
  const [single, setSingle] = useState(singleKeysOn);
  const toggle = (on: boolean): void => {
    setSingle(on);
    setSingleKeys(on);
  };
  const aside = (
    <label className="check">
      <input type="checkbox" checked={single} onChange={(event) => toggle(event.target.checked)} />
      Single-letter shortcuts
    </label>
  );
  return (
    <Dialog title="Help" onClose={onClose} aside={aside}>
      <p>
        Set the parameters, run the calls in the browser, and compare three answers: the paper’s measurement, its model
        and our simulation. A number with a dotted rule under it says where it comes from.
      </p>
      {KEY_PLACES.map(({ place, title }) => {
        const here = keys.filter((key) => key.where === place);
        if (here.length === 0) return null;
        return (
          <section key={place}>
            <h3>{title}</h3>
            <dl className="keys">
              {here.map((key) => (
                <div key={key.id} style={{ display: "contents" }}>
                  <dt>
                    <KeyName keys={key.keys} />
                  </dt>
                  <dd>{key.what}</dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </Dialog>
  );
}
