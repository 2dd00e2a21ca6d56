import { lessonKeys } from "../lesson/keys.ts";
import { modelKeys } from "../model/keys.ts";
import { timelineKeys } from "../timeline/keys.ts";
import { twinKeys } from "../twin/keys.ts";
import { HelpDialog } from "./HelpDialog.tsx";
import { KEYS } from "./keys.ts";

const ALL_KEYS = [...KEYS, ...timelineKeys, ...twinKeys, ...modelKeys, ...lessonKeys];

/** Help, made from every key that some part of the site answers to. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  return <HelpDialog keys={ALL_KEYS} onClose={onClose} />;
}
