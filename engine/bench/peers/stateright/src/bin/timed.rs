//! At most once, with times: see ../../../README.md. All times of a state count from now.
use stateright::{Checker, Model, Property};

const CALLS: u8 = 2;
const RETRIES: u8 = 1;
const TIMER: i64 = 64;
const PREPARE: i64 = 8;
const REQUEST: i64 = 16;
const SERVICE: i64 = 4;
const REPLY: i64 = 16;
const FINISH: i64 = 8;
/// When nothing else is to happen, a late packet comes so much later.
const LATER: i64 = 1_000_000_000;

/// What may happen, for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Event {
    Begin,
    Call(u8),
    Done(u8),
    Result(u8),
    Finish,
}
use Event::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    begun: u8,
    waits: u8, // for this call; 0 for none
    left: u8,
    deadline: Option<i64>,
    last: u8,
    answered: u8,
    ran: [u8; CALLS as usize],
    is_over: bool,
    due: Vec<(i64, Event)>, // in their order
    held: Vec<(Event, i64)>, // sorted; each may come after this
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Arrives,
    Lost,
    Twice,
    Late,
}
const FATES: [Fate; 4] = [Fate::Arrives, Fate::Lost, Fate::Twice, Fate::Late];

/// What happens next: the late packet at this place comes, or what is to happen by itself. What is sent has a fate.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    late: Option<usize>,
    fate: Fate,
}

impl State {
    fn next(&self) -> Option<i64> {
        let due = self.due.first().map(|one| one.0);
        due.into_iter().chain(self.deadline).min()
    }

    /// When a late packet comes: in the middle between now, or when it might have come, and the next event.
    fn between(&self, since: i64) -> Option<i64> {
        match self.next() {
            None => Some(since + LATER),
            Some(next) if next - since < 2 => None,
            Some(next) => Some((since + next) / 2),
        }
    }

    fn pass(&mut self, time: i64) {
        self.due.iter_mut().for_each(|one| one.0 -= time);
        self.held.iter_mut().for_each(|one| one.1 = (one.1 - time).max(0));
        self.deadline = self.deadline.map(|at| at - time);
    }

    fn expect(&mut self, at: i64, event: Event) {
        let place = self.due.iter().position(|one| one.0 > at).unwrap_or(self.due.len());
        self.due.insert(place, (at, event));
    }

    fn send(&mut self, event: Event, fate: Fate) {
        let takes = if matches!(event, Call(_)) { REQUEST } else { REPLY };
        if fate == Fate::Arrives || fate == Fate::Twice {
            self.expect(takes, event);
        }
        if fate == Fate::Twice || fate == Fate::Late {
            self.held.push((event, takes));
        }
    }

    fn call(&mut self, fate: Fate) {
        self.deadline = (self.left > 0).then_some(TIMER);
        self.send(Call(self.waits), fate);
    }

    /// Whether something is sent.
    fn happen(&mut self, event: Event, fate: Fate) -> bool {
        match event {
            Begin => {
                self.waits = self.begun;
                self.left = RETRIES;
                self.call(fate);
                return true;
            }
            Call(of) if of > self.last => {
                self.last = of;
                self.ran[of as usize - 1] += 1;
                self.expect(SERVICE, Done(of));
            }
            Call(of) if of == self.last && of == self.answered => {
                self.send(Result(of), fate);
                return true;
            }
            Done(of) => {
                self.answered = of;
                self.send(Result(of), fate);
                return true;
            }
            Result(of) if of == self.waits => {
                self.waits = 0;
                self.left = 0;
                self.deadline = None;
                self.expect(FINISH, Finish);
            }
            Finish if self.begun == CALLS => self.is_over = true,
            Finish => {
                self.begun += 1;
                self.expect(PREPARE, Begin);
            }
            _ => {}
        }
        false
    }

    /// The state after a step; whether something was sent in it. Null where nothing can happen.
    fn after(&self, Step { late, fate }: Step) -> Option<(State, bool)> {
        let mut s = self.clone();
        let sent = if let Some(place) = late {
            let (event, since) = s.held.remove(place);
            s.pass(self.between(since)?);
            s.happen(event, fate)
        } else {
            let next = self.next()?;
            s.pass(next);
            if self.due.first().is_some_and(|one| one.0 <= next) {
                let (_, event) = s.due.remove(0);
                s.happen(event, fate)
            } else {
                s.left -= 1;
                s.call(fate);
                true
            }
        };
        s.held.sort();
        Some((s, sent))
    }
}

struct Net;

impl Model for Net {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            begun: 1,
            waits: 0,
            left: 0,
            deadline: None,
            last: 0,
            answered: 0,
            ran: [0; CALLS as usize],
            is_over: false,
            due: vec![(PREPARE, Begin)],
            held: vec![],
        }]
    }

    fn actions(&self, s: &State, steps: &mut Vec<Step>) {
        if s.is_over {
            return;
        }
        for late in (0..s.held.len()).map(Some).chain([None]) {
            let step = Step { late, fate: Fate::Arrives };
            match s.after(step) {
                Some((_, true)) => steps.extend(FATES.map(|fate| Step { late, fate })),
                Some((_, false)) => steps.push(step),
                None => {}
            }
        }
    }

    fn next_state(&self, s: &State, step: Step) -> Option<State> {
        s.after(step).map(|(after, _)| after)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("at most once", |_, s: &State| s.ran.iter().all(|times| *times <= 1))]
    }
}

fn main() {
    let checker = Net.checker().threads(1).spawn_bfs().join();
    checker.assert_properties();
    println!("{} states", checker.unique_state_count());
}
