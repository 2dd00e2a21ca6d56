-- At most once: see README.md. A state is what holds before a rule.
const
  CALLS: 4;
  RETRIES: 3;
  ROOM: 4;
  FAULTS: 3;

type
  Call: 1..CALLS;
  Many: 0..ROOM;

var
  call: 1..CALLS + 1;
  retries: 0..RETRIES;
  last: 0..CALLS;
  faults: 0..FAULTS;
  waits: boolean;
  request: array[Call] of Many;
  reply: array[Call] of Many;
  ran: array[Call] of 0..2;

startstate begin
  call := 1;
  retries := 0;
  last := 0;
  faults := FAULTS;
  waits := false;
  for i: Call do
    request[i] := 0;
    reply[i] := 0;
    ran[i] := 0;
  end;
end;

rule "call" !waits & call <= CALLS & request[call] < ROOM ==> begin
  waits := true;
  retries := RETRIES;
  request[call] := request[call] + 1;
end;

rule "again" waits & retries > 0 & request[call] < ROOM ==> begin
  retries := retries - 1;
  request[call] := request[call] + 1;
end;

ruleset i: Call do
  rule "heard" request[i] > 0 ==> begin
    request[i] := request[i] - 1;
    if i > last then
      last := i;
      ran[i] := ran[i] + 1;
      if reply[i] < ROOM then reply[i] := reply[i] + 1; end;
    elsif i = last then
      if reply[i] < ROOM then reply[i] := reply[i] + 1; end;
    end;
  end;

  rule "answered" reply[i] > 0 ==> begin
    reply[i] := reply[i] - 1;
    if waits & i = call then
      waits := false;
      call := call + 1;
      retries := 0;
    end;
  end;

  rule "lose a request" faults > 0 & request[i] > 0 ==> begin
    faults := faults - 1;
    request[i] := request[i] - 1;
  end;

  rule "lose a reply" faults > 0 & reply[i] > 0 ==> begin
    faults := faults - 1;
    reply[i] := reply[i] - 1;
  end;

  rule "a request twice" faults > 0 & request[i] > 0 & request[i] < ROOM ==> begin
    faults := faults - 1;
    request[i] := request[i] + 1;
  end;

  rule "a reply twice" faults > 0 & reply[i] > 0 & reply[i] < ROOM ==> begin
    faults := faults - 1;
    reply[i] := reply[i] + 1;
  end;
end;

invariant "at most once" forall i: Call do ran[i] <= 1 end;
