import { useEffect, useState } from "react";
import { keepSite, kept, loadNewer } from "./kept.ts";

/** Keeps the site for use without a network, and offers a newer version of it when one is there. */
export function NewVersion() {
  const newer = kept((state) => state.newer);
  const [later, setLater] = useState(false);
  useEffect(() => {
    void keepSite();
  }, []);
  if (newer === null || later) return null;
  return (
    <div className="notice" role="status">
      <span>
        The site has a new version. This page is still of the old one
        {newer === "here" && ", and some of its parts may be missing"}.
      </span>
      <button type="button" className="link" onClick={() => void loadNewer()}>
        Load the new version
      </button>
      <button type="button" className="link" onClick={() => setLater(true)}>
        Later
      </button>
    </div>
  );
}
