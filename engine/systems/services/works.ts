/** Work at machines that may stand still: then it goes on later where it stopped. A slow machine takes longer. */
import type { Simulation } from "../../kernel/simulation.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Agenda, Kind } from "./agenda.ts";
import type { Machine } from "./request.ts";

interface Work {
  readonly machine: Machine;
  readonly from: Nanos;
  readonly until: Nanos;
  readonly paused: Nanos; // so long the machine had been when it began
  readonly then: (from: Nanos) => void;
}

export class Works {
  private readonly sim: Simulation;
  private readonly agenda: Agenda;
  private readonly ended: Kind<Work>;

  constructor(sim: Simulation, agenda: Agenda) {
    this.sim = sim;
    this.agenda = agenda;
    this.ended = agenda.on((work) => this.end(work));
  }

  /** @param then is told at the end when it began */
  begin(machine: Machine, time: Nanos, then: Work["then"]): void {
    const { now } = this.sim;
    const until = now + Math.max(1, Math.round(time * machine.times));
    this.agenda.at(until, this.ended, { machine, from: now, until, paused: machine.pause.total, then });
  }

  private end(work: Work): void {
    const { pause } = work.machine;
    const until = work.until + pause.total - work.paused;
    if (pause.isOn) pause.later(() => this.end(work));
    else if (until > this.sim.now) this.agenda.at(until, this.ended, work);
    else work.then(work.from);
  }
}
