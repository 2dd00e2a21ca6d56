/**
 * Whether an address may have been changed on its way through mail, chat or a wiki. It is quick, and may say yes to an
 * address that is right: mend-link.ts, which decides, is fetched only then.
 */
import { groupsIn } from "../../engine/kernel/items.ts";

/** Keys that other sites put behind a link to count who follows it; no place has one of them. */
export const TRACKING =
  /^(utm_\w+|\w{1,3}clid|msclkid|[gw]braid|igsh(id)?|mc_[ce]id|_g[al]|_hs\w+|mkt_tok|spm|si|ref(_src)?)$/;

const PATH = /^[a-z0-9/-]*$/;
const PAIR = /^([a-z]\w*)=((?:[\w.*+,-]|%[0-9A-F]{2})*)$/;
const CODED = /%25|%3D|%26|=3D/i; // a pinned run is coded twice, too

export function isOdd({ search, hash }: Pick<Location, "search" | "hash">): boolean {
  if (search !== "") return true;
  const [path = "", query, ...more] = hash.replace(/^#/, "").split("?");
  if (query === undefined) return !PATH.test(path);
  if (!PATH.test(path) || more.length > 0 || CODED.test(query)) return true;
  const isUsual = (pair: string): boolean => {
    const [, key = "", value = ""] = groupsIn(PAIR, pair);
    return key !== "" && !TRACKING.test(key) && !/[.,*-]$|%[0-9A-F]{2}$/.test(value);
  };
  return !query.split("&").every(isUsual);
}
