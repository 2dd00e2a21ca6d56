/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { CostTable } from "./cost.ts";
import { COST_TABLES as amoebaCosts } from "./amoeba-costs.ts";
import { COST_TABLES as campusCosts } from "./campus-costs.ts";
import { COST_TABLES as doradoCosts } from "./dorado-costs.ts";
import { COST_TABLES as ethernet } from "./ethernet.ts";
import { COST_TABLES as fireflyCosts } from "./firefly-costs.ts";
import { COST_TABLES as fireflyMarshalCosts } from "./firefly-marshal-costs.ts";
import { COST_TABLES as linuxCosts } from "./linux-costs.ts";
import { COST_TABLES as manyCosts } from "./many-costs.ts";
import { COST_TABLES as networks } from "./networks.ts";
import { COST_TABLES as peregrineCosts } from "./peregrine-costs.ts";
import { COST_TABLES as rtPcCosts } from "./rt-pc-costs.ts";
import { COST_TABLES as rtPcStubCosts } from "./rt-pc-stub-costs.ts";
import { COST_TABLES as spriteCosts } from "./sprite-costs.ts";
import { COST_TABLES as sun3Costs } from "./sun3-costs.ts";
import { COST_TABLES as sweepstakesCosts } from "./sweepstakes-costs.ts";
import { COST_TABLES as todayCosts } from "./today-costs.ts";
import { COST_TABLES as workAccounts } from "./work-accounts.ts";

/** What machines and networks take and allow, in the order of their files. */
export const COST_TABLES: readonly CostTable[] = [
  ...amoebaCosts,
  ...campusCosts,
  ...doradoCosts,
  ...ethernet,
  ...fireflyCosts,
  ...fireflyMarshalCosts,
  ...linuxCosts,
  ...manyCosts,
  ...networks,
  ...peregrineCosts,
  ...rtPcCosts,
  ...rtPcStubCosts,
  ...spriteCosts,
  ...sun3Costs,
  ...sweepstakesCosts,
  ...todayCosts,
  ...workAccounts,
];
