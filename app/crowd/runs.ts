/** The crowds of setups under a hand, and what is found beside the page: both in workers of their own. */
import { Cancelled } from "../workers/engine-client.ts";
import type { CrowdRun } from "../workers/engine.worker.ts";
import { CrowdClient } from "../workers/crowd-client.ts";
import { PreviewClient } from "../workers/preview-client.ts";
import { tellLost } from "../hand/lost.ts";
import { experimentOf, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { crowdView, rolesOf } from "./facts.ts";
import type { CrowdView } from "./facts.ts";
import { findNoReturn, lasting, mostSteps } from "./no-return.ts";
import type { NoReturn } from "./no-return.ts";

/** A hand goes back and forth, and policies are chosen one after the other. */
const KEPT = 80;

const requestOf = ({ experiment, parameters, seed, faults }: Setup) => ({
  ...{ experiment, parameters, seed, faults, keepCalls: 0 },
});

/** Runs that a worker has told, by setup; the newest that a hand asks for comes first. */
export class CrowdRuns {
  readonly #known = new Map<string, CrowdView>();
  readonly #noReturns = new Map<string, NoReturn | null>();
  readonly #changed: () => void;
  readonly #beside = new CrowdClient();
  readonly #held: PreviewClient<CrowdRun>;
  #turn = 0;

  /** @param changed told whenever a run or a point of no return has come */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.#held = new PreviewClient<CrowdRun>((engine, about, request) => engine.crowd(about, request), {
      onAnswer: ({ request, result }) => {
        this.keep(crowdView(requestOf(request), result));
        this.#changed();
      },
      // The run of the bench says what is wrong.
      onFailure: (_error, _request, isLost) => {
        if (isLost) tellLost();
      },
    });
  }

  get(setup: Setup): CrowdView | undefined {
    return this.#known.get(setupKey(setup));
  }

  keep(view: CrowdView): void {
    this.#known.set(view.key, view);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest);
  }

  /** A hand is near. */
  warm(setup: Setup): void {
    void this.#held.warm(requestOf(setup));
  }

  ask(setup: Setup): void {
    if (this.get(setup) === undefined) this.#held.ask(requestOf(setup));
    else this.#held.drop();
  }

  /** Undefined while it is looked for. */
  noReturn(setup: Setup): NoReturn | null | undefined {
    return this.#noReturns.get(setupKey(lasting(setup, 0)));
  }

  /** Looks for the point of no return, then runs other setups; what was looked for before is given up. */
  async look(view: CrowdView, others: readonly Setup[]): Promise<void> {
    const turn = ++this.#turn;
    const isWanted = (): boolean => turn === this.#turn;
    try {
      if (this.noReturn(view.setup) === undefined && mostSteps(view) > 0) {
        const measuresOf = async (setup: Setup) => (await this.#run(setup)).measures;
        const found = await findNoReturn(view, measuresOf, isWanted);
        if (!isWanted()) return;
        this.#noReturns.set(setupKey(lasting(view.setup, 0)), found);
        this.#changed();
      }
      for (const setup of others) {
        if (!isWanted()) return;
        await this.#run(setup);
        this.#changed();
      }
    } catch (error) {
      if (!(error instanceof Cancelled)) this.#noReturns.set(setupKey(lasting(view.setup, 0)), null);
    }
  }

  async #run(setup: Setup): Promise<CrowdView> {
    const known = this.get(setup);
    if (known !== undefined) return known;
    const view = crowdView(setup, await this.#beside.run(setup));
    this.keep(view);
    return view;
  }

  /** Calls of a run with their tries. @param until so many of its first calls are run to their end */
  callsOf(setup: Setup, until: number, numbers: readonly number[]): ReturnType<CrowdClient["callsOf"]> {
    return this.#beside.callsOf(setup, until, numbers);
  }

  end(): void {
    this.#turn++;
    this.#held.end();
    this.#beside.end();
  }
}

/** The setups of the policies that are compared, with their names; none where the experiment names none. */
export function policiesOf(setup: Setup): readonly { readonly name: string; readonly setup: Setup }[] {
  const { policies = [] } = rolesOf(experimentOf(setup));
  return policies.map(({ name, set }) => ({
    name,
    setup: { ...setup, parameters: { ...setup.parameters, ...(set as Setup["parameters"]) } },
  }));
}
