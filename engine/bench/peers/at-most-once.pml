/* At most once: see README.md. Each option of the loop is one step; a state is what holds before a step. */
#define CALLS 4
#define RETRIES 3
#define ROOM 4
#define FAULTS 3

byte call = 1, retries = 0, last = 0, faults = FAULTS;
bool waits = false;
byte request[CALLS + 1], reply[CALLS + 1], ran[CALLS + 1];

inline heard(i) {
  request[i]--;
  if
  :: i > last -> last = i; ran[i]++; assert(ran[i] == 1); if :: reply[i] < ROOM -> reply[i]++ :: else -> skip fi
  :: i == last -> if :: reply[i] < ROOM -> reply[i]++ :: else -> skip fi
  :: i < last -> skip
  fi
}

inline answered(i) {
  reply[i]--;
  if :: waits && i == call -> waits = false; call++; retries = 0 :: else -> skip fi
}

active proctype net() {
end:
  do
  :: d_step { !waits && call <= CALLS && request[call] < ROOM -> waits = true; retries = RETRIES; request[call]++ }
  :: d_step { waits && retries > 0 && request[call] < ROOM -> retries--; request[call]++ }
  :: d_step { request[1] > 0 -> heard(1) }
  :: d_step { request[2] > 0 -> heard(2) }
  :: d_step { request[3] > 0 -> heard(3) }
  :: d_step { request[4] > 0 -> heard(4) }
  :: d_step { reply[1] > 0 -> answered(1) }
  :: d_step { reply[2] > 0 -> answered(2) }
  :: d_step { reply[3] > 0 -> answered(3) }
  :: d_step { reply[4] > 0 -> answered(4) }
  :: d_step { faults > 0 && request[1] > 0 -> faults--; request[1]-- }
  :: d_step { faults > 0 && request[2] > 0 -> faults--; request[2]-- }
  :: d_step { faults > 0 && request[3] > 0 -> faults--; request[3]-- }
  :: d_step { faults > 0 && request[4] > 0 -> faults--; request[4]-- }
  :: d_step { faults > 0 && reply[1] > 0 -> faults--; reply[1]-- }
  :: d_step { faults > 0 && reply[2] > 0 -> faults--; reply[2]-- }
  :: d_step { faults > 0 && reply[3] > 0 -> faults--; reply[3]-- }
  :: d_step { faults > 0 && reply[4] > 0 -> faults--; reply[4]-- }
  :: d_step { faults > 0 && request[1] > 0 && request[1] < ROOM -> faults--; request[1]++ }
  :: d_step { faults > 0 && request[2] > 0 && request[2] < ROOM -> faults--; request[2]++ }
  :: d_step { faults > 0 && request[3] > 0 && request[3] < ROOM -> faults--; request[3]++ }
  :: d_step { faults > 0 && request[4] > 0 && request[4] < ROOM -> faults--; request[4]++ }
  :: d_step { faults > 0 && reply[1] > 0 && reply[1] < ROOM -> faults--; reply[1]++ }
  :: d_step { faults > 0 && reply[2] > 0 && reply[2] < ROOM -> faults--; reply[2]++ }
  :: d_step { faults > 0 && reply[3] > 0 && reply[3] < ROOM -> faults--; reply[3]++ }
  :: d_step { faults > 0 && reply[4] > 0 && reply[4] < ROOM -> faults--; reply[4]++ }
  od
}
