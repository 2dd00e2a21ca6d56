/** The descriptions of all experiments. Whoever imports this finds each of them by its id (lookup.ts). */
import { descriptions } from "./all-descriptions.ts";
import { checkPaper } from "./check-paper.ts";
import { takeIn } from "./lookup.ts";

for (const description of descriptions) checkPaper(description);
takeIn(descriptions);

export { descriptions } from "./all-descriptions.ts";
