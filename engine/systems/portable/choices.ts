/** The machines and networks of the lab, by the names that an experiment gives them. */
import { ACCOUNTS, type AccountName } from "../../hardware/work-accounts.ts";
import { NETWORKS } from "../../hardware/networks.ts";

export const MACHINE_TITLES = Object.fromEntries(
  Object.entries(ACCOUNTS).map(([name, { title }]) => [name, title]),
) as Readonly<Record<AccountName, string>>;

export const NETWORK_TITLES = NETWORKS;
