/** These words mark the moment from which on no further fault saves a run. */
export const LOST_WORDS = "From here on it is lost";
