//! At most once: see ../../../README.md.
use stateright::{Checker, Model, Property};

const CALLS: usize = 4;
const RETRIES: u8 = 3;
const ROOM: u8 = 4;
const FAULTS: u8 = 3;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    call: u8,
    retries: u8,
    last: u8,
    faults: u8,
    waits: bool,
    request: [u8; CALLS],
    reply: [u8; CALLS],
    ran: [u8; CALLS],
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Call,
    Again,
    Heard(usize),
    Answered(usize),
    LoseRequest(usize),
    LoseReply(usize),
    RequestTwice(usize),
    ReplyTwice(usize),
}

struct Net;

impl Model for Net {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let none = [0; CALLS];
        vec![State { call: 1, retries: 0, last: 0, faults: FAULTS, waits: false, request: none, reply: none, ran: none }]
    }

    fn actions(&self, s: &State, steps: &mut Vec<Step>) {
        let at = s.call as usize;
        if !s.waits && at <= CALLS && s.request[at - 1] < ROOM {
            steps.push(Step::Call);
        }
        if s.waits && s.retries > 0 && s.request[at - 1] < ROOM {
            steps.push(Step::Again);
        }
        for i in 0..CALLS {
            let (request, reply) = (s.request[i], s.reply[i]);
            if request > 0 {
                steps.push(Step::Heard(i));
            }
            if reply > 0 {
                steps.push(Step::Answered(i));
            }
            if s.faults == 0 {
                continue;
            }
            if request > 0 {
                steps.push(Step::LoseRequest(i));
            }
            if reply > 0 {
                steps.push(Step::LoseReply(i));
            }
            if request > 0 && request < ROOM {
                steps.push(Step::RequestTwice(i));
            }
            if reply > 0 && reply < ROOM {
                steps.push(Step::ReplyTwice(i));
            }
        }
    }

    fn next_state(&self, before: &State, step: Step) -> Option<State> {
        let mut s = before.clone();
        match step {
            Step::Call => {
                s.waits = true;
                s.retries = RETRIES;
                s.request[s.call as usize - 1] += 1;
            }
            Step::Again => {
                s.retries -= 1;
                s.request[s.call as usize - 1] += 1;
            }
            Step::Heard(i) => {
                let number = i as u8 + 1;
                s.request[i] -= 1;
                if number > s.last {
                    s.last = number;
                    s.ran[i] += 1;
                }
                if number == s.last && s.reply[i] < ROOM {
                    s.reply[i] += 1;
                }
            }
            Step::Answered(i) => {
                s.reply[i] -= 1;
                if s.waits && i as u8 + 1 == s.call {
                    s.waits = false;
                    s.call += 1;
                    s.retries = 0;
                }
            }
            Step::LoseRequest(i) => s.request[i] -= 1,
            Step::LoseReply(i) => s.reply[i] -= 1,
            Step::RequestTwice(i) => s.request[i] += 1,
            Step::ReplyTwice(i) => s.reply[i] += 1,
        }
        if matches!(step, Step::LoseRequest(_) | Step::LoseReply(_) | Step::RequestTwice(_) | Step::ReplyTwice(_)) {
            s.faults -= 1;
        }
        Some(s)
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
