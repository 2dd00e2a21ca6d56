/** The descriptions of all experiments. Whoever imports this finds each of them by its id (lookup.ts). */
import { descriptions } from "./all-descriptions.ts";
import { takeIn } from "./lookup.ts";

takeIn(descriptions);

export { descriptions } from "./all-descriptions.ts";
