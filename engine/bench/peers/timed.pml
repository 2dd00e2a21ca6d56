/* At most once, with times: see README.md. All times of a state count from now. A state is what holds before a step. */
#define CALLS 2
#define RETRIES 1
#define TIMER 64
#define PREPARE 8
#define REQUEST 16
#define SERVICE 4
#define REPLY 16
#define FINISH 8
#define NEVER 65
#define ROOM 16

/* What may happen. A call, its end and its result are these and the number of the call. */
#define TICK 0
#define BEGIN 1
#define ENDS 2
#define CALL 2
#define DONE 4
#define RESULT 6

/* The fates of a packet. */
#define ARRIVES 0
#define LOST 1
#define TWICE 2
#define LATE 3

byte begun = 1, waits, left, deadline = NEVER, last, answered;
byte ran[CALLS + 1];
bool over;
byte dues = 1, dueAt[ROOM + 1] = PREPARE, dueIs[ROOM + 1] = BEGIN; /* in their order, from 1; free places hold these */
byte helds, heldAt[ROOM + 1], heldIs[ROOM + 1]; /* sorted; each may come after its time */

/* Of one step alone; 0 before and after it. */
byte late, fate, event, since, time, i, place;

#define NEXT (dues > 0 && dueAt[1] < deadline -> dueAt[1] : deadline)
#define BY_ITSELF (dues > 0 && dueAt[1] <= deadline -> dueIs[1] : TICK)
#define IS_CALL(e) (e > CALL && e <= CALL + CALLS)
#define IS_DONE(e) (e > DONE && e <= DONE + CALLS)
#define IS_SENT(e) (e == TICK || e == BEGIN || IS_DONE(e) || (IS_CALL(e) && e - CALL == last && last == answered))

#define LATE_MAY_COME(n) (!over && helds >= n && (NEXT == NEVER || NEXT >= heldAt[n] + 2))

inline pass() {
  i = 1;
  do
  :: i <= ROOM ->
    if :: i <= dues -> dueAt[i] = dueAt[i] - time :: else fi;
    heldAt[i] = (heldAt[i] > time -> heldAt[i] - time : 0);
    i++
  :: else -> break
  od;
  if :: deadline != NEVER -> deadline = deadline - time :: else fi
}

inline expect(at, what) {
  place = dues + 1;
  do
  :: place > 1 && dueAt[place - 1] > at ->
    dueAt[place] = dueAt[place - 1];
    dueIs[place] = dueIs[place - 1];
    place--
  :: else -> break
  od;
  dueAt[place] = at;
  dueIs[place] = what;
  dues++
}

inline hold(at, what) {
  place = helds + 1;
  do
  :: place > 1 && (heldIs[place - 1] > what || (heldIs[place - 1] == what && heldAt[place - 1] > at)) ->
    heldAt[place] = heldAt[place - 1];
    heldIs[place] = heldIs[place - 1];
    place--
  :: else -> break
  od;
  heldAt[place] = at;
  heldIs[place] = what;
  helds++
}

inline send(takes, what) {
  if :: fate == ARRIVES || fate == TWICE -> expect(takes, what) :: else fi;
  if :: fate == TWICE || fate == LATE -> hold(takes, what) :: else fi
}

inline sendCall() {
  deadline = (left > 0 -> TIMER : NEVER);
  send(REQUEST, CALL + waits)
}

inline happen() {
  if
  :: event == TICK -> left--; sendCall()
  :: event == BEGIN -> waits = begun; left = RETRIES; sendCall()
  :: event == ENDS -> if :: begun == CALLS -> over = true :: else -> begun++; expect(PREPARE, BEGIN) fi
  :: IS_CALL(event) ->
    if
    :: event - CALL > last -> last = event - CALL; ran[last]++; assert(ran[last] == 1); expect(SERVICE, DONE + last)
    :: else -> if :: IS_SENT(event) -> send(REPLY, RESULT + last) :: else fi
    fi
  :: IS_DONE(event) -> answered = event - DONE; send(REPLY, RESULT + answered)
  :: event > RESULT ->
    if :: event - RESULT == waits -> waits = 0; left = 0; deadline = NEVER; expect(FINISH, ENDS) :: else fi
  fi
}

/* Takes what happens out of its list, and lets the time pass. */
inline byItself() {
  event = BY_ITSELF;
  time = NEXT;
  pass();
  if
  :: event != TICK ->
    i = 1;
    do :: i < dues -> dueAt[i] = dueAt[i + 1]; dueIs[i] = dueIs[i + 1]; i++ :: else -> break od;
    dueAt[dues] = PREPARE;
    dueIs[dues] = BEGIN;
    dues--
  :: else
  fi
}

inline lateComes() {
  event = heldIs[late];
  since = heldAt[late];
  i = late;
  do :: i < helds -> heldAt[i] = heldAt[i + 1]; heldIs[i] = heldIs[i + 1]; i++ :: else -> break od;
  heldAt[helds] = 0;
  heldIs[helds] = 0;
  helds--;
  if
  :: NEXT == NEVER -> i = 1; do :: i <= ROOM -> heldAt[i] = 0; i++ :: else -> break od
  :: else -> time = (since + NEXT) / 2; pass()
  fi
}

active proctype net() {
end:
  do
  :: atomic {
    if
    :: !over && NEXT != NEVER -> skip
    :: LATE_MAY_COME(1) -> late = 1
    :: LATE_MAY_COME(2) -> late = 2
    :: LATE_MAY_COME(3) -> late = 3
    :: LATE_MAY_COME(4) -> late = 4
    :: LATE_MAY_COME(5) -> late = 5
    :: LATE_MAY_COME(6) -> late = 6
    :: LATE_MAY_COME(7) -> late = 7
    :: LATE_MAY_COME(8) -> late = 8
    :: LATE_MAY_COME(9) -> late = 9
    :: LATE_MAY_COME(10) -> late = 10
    :: LATE_MAY_COME(11) -> late = 11
    :: LATE_MAY_COME(12) -> late = 12
    :: LATE_MAY_COME(13) -> late = 13
    :: LATE_MAY_COME(14) -> late = 14
    :: LATE_MAY_COME(15) -> late = 15
    :: LATE_MAY_COME(16) -> late = 16
    fi;
    event = (late > 0 -> heldIs[late] : BY_ITSELF);
    if
    :: fate = ARRIVES
    :: IS_SENT(event) -> fate = LOST
    :: IS_SENT(event) -> fate = TWICE
    :: IS_SENT(event) -> fate = LATE
    fi;
    d_step {
      if :: late > 0 -> lateComes() :: else -> byItself() fi;
      happen();
      late = 0; fate = 0; event = 0; since = 0; time = 0; i = 0; place = 0
    } }
  od
}
