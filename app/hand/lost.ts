/** Where a worker dies, no run can be shown any more: every hand on the page takes back what it holds. */
import { signal } from "../controls/signal.ts";

export const { tell: tellLost, subscribe: onLost } = signal();
