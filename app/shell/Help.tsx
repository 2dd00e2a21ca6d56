import { ALL_KEYS } from "../words/keys/all.ts";
import { HelpDialog } from "./HelpDialog.tsx";

/** Help, made from every key that some part of the site answers to. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  return <HelpDialog keys={ALL_KEYS} onClose={onClose} />;
}
