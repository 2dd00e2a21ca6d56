-- At most once, with times: see README.md. All times of a state count from now.
const
  CALLS: 2;
  RETRIES: 1;
  TIMER: 64;
  PREPARE: 8;
  REQUEST: 16;
  SERVICE: 4;
  REPLY: 16;
  FINISH: 8;
  NEVER: 65;
  ROOM: 16;
  -- What may happen. A call, its end and its result are these and the number of the call.
  TICK: 0;
  BEGIN_CALL: 1;
  ENDS: 2;
  CALL: 2;
  DONE: 4;
  RESULT: 6;
  -- The fates of a packet.
  ARRIVES: 0;
  LOST: 1;
  TWICE: 2;
  LATE: 3;

type
  Time: 0..NEVER;
  Event: 0..RESULT + CALLS;
  Number: 0..CALLS;
  Fate: ARRIVES..LATE;
  Place: 1..ROOM;
  One: record at: Time; event: Event; end;

var
  begun: 1..CALLS;
  waits: Number;
  left: 0..RETRIES;
  deadline: Time;
  last: Number;
  answered: Number;
  ran: array[1..CALLS] of 0..2;
  over: boolean;
  dues: 0..ROOM;
  due: array[Place] of One; -- in their order
  helds: 0..ROOM;
  held: array[Place] of One; -- sorted; each may come after its time

function nextAt(): Time;
begin
  if dues > 0 & due[1].at < deadline then return due[1].at; end;
  return deadline;
end;

-- What happens: the late packet at this place, or what is to happen by itself.
function eventOf(late: 0..ROOM): Event;
begin
  if late > 0 then return held[late].event; end;
  if dues > 0 & due[1].at <= deadline then return due[1].event; end;
  return TICK;
end;

-- Whether something is sent then.
function isSent(event: Event): boolean;
begin
  if event > CALL & event <= CALL + CALLS then return event - CALL = last & last = answered; end;
  return event = TICK | event = BEGIN_CALL | (event > DONE & event <= DONE + CALLS);
end;

procedure pass(time: Time);
begin
  for i: Place do
    if i <= dues then due[i].at := due[i].at - time; end;
    if held[i].at > time then held[i].at := held[i].at - time; else held[i].at := 0; end;
  end;
  if deadline != NEVER then deadline := deadline - time; end;
end;

procedure expect(at: Time; event: Event);
var place: 1..ROOM + 1;
begin
  place := dues + 1;
  for i: Place do
    if i <= dues & place = dues + 1 & due[i].at > at then place := i; end;
  end;
  for i := ROOM - 1 to 1 by -1 do
    if i >= place & i <= dues then due[i + 1] := due[i]; end;
  end;
  due[place].at := at;
  due[place].event := event;
  dues := dues + 1;
end;

procedure hold(at: Time; event: Event);
var place: 1..ROOM + 1;
begin
  place := helds + 1;
  for i: Place do
    if i <= helds & place = helds + 1 & (held[i].event > event | (held[i].event = event & held[i].at > at)) then
      place := i;
    end;
  end;
  for i := ROOM - 1 to 1 by -1 do
    if i >= place & i <= helds then held[i + 1] := held[i]; end;
  end;
  held[place].at := at;
  held[place].event := event;
  helds := helds + 1;
end;

procedure send(takes: Time; event: Event; fate: Fate);
begin
  if fate = ARRIVES | fate = TWICE then expect(takes, event); end;
  if fate = TWICE | fate = LATE then hold(takes, event); end;
end;

procedure sendCall(fate: Fate);
begin
  if left > 0 then deadline := TIMER; else deadline := NEVER; end;
  send(REQUEST, CALL + waits, fate);
end;

procedure happen(event: Event; fate: Fate);
begin
  if event = TICK then
    left := left - 1;
    sendCall(fate);
  elsif event = BEGIN_CALL then
    waits := begun;
    left := RETRIES;
    sendCall(fate);
  elsif event = ENDS then
    if begun = CALLS then
      over := true;
    else
      begun := begun + 1;
      expect(PREPARE, BEGIN_CALL);
    end;
  elsif event <= CALL + CALLS then
    if event - CALL > last then
      last := event - CALL;
      ran[last] := ran[last] + 1;
      expect(SERVICE, DONE + last);
    elsif isSent(event) then
      send(REPLY, RESULT + last, fate);
    end;
  elsif event <= DONE + CALLS then
    answered := event - DONE;
    send(REPLY, RESULT + answered, fate);
  elsif event - RESULT = waits then
    waits := 0;
    left := 0;
    deadline := NEVER;
    expect(FINISH, ENDS);
  end;
end;

startstate begin
  for i: Place do
    due[i].at := 0; due[i].event := 0;
    held[i].at := 0; held[i].event := 0;
  end;
  begun := 1;
  waits := 0;
  left := 0;
  deadline := NEVER;
  last := 0;
  answered := 0;
  for i: 1..CALLS do ran[i] := 0; end;
  over := false;
  helds := 0;
  dues := 1;
  due[1].at := PREPARE;
  due[1].event := BEGIN_CALL;
end;

ruleset fate: Fate do
  rule "what is to happen by itself" !over & nextAt() != NEVER & (fate = ARRIVES | isSent(eventOf(0))) ==>
  var event: Event;
  begin
    event := eventOf(0);
    pass(nextAt());
    if event != TICK then
      for i := 1 to ROOM - 1 do
        if i < dues then due[i] := due[i + 1]; end;
      end;
      due[dues].at := 0;
      due[dues].event := 0;
      dues := dues - 1;
    end;
    happen(event, fate);
  end;

  ruleset late: Place do
    rule "a late packet comes" !over & late <= helds & (nextAt() = NEVER | nextAt() >= held[late].at + 2)
      & (fate = ARRIVES | isSent(eventOf(late))) ==>
    var event: Event; since: Time;
    begin
      event := held[late].event;
      since := held[late].at;
      for i := 1 to ROOM - 1 do
        if i >= late & i < helds then held[i] := held[i + 1]; end;
      end;
      held[helds].at := 0;
      held[helds].event := 0;
      helds := helds - 1;
      if nextAt() = NEVER then
        for i: Place do held[i].at := 0; end;
      else
        pass((since + nextAt()) / 2);
      end;
      happen(event, fate);
    end;
  end;
end;

invariant "at most once" forall i: 1..CALLS do ran[i] <= 1 end;
