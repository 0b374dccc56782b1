/** The kinds of events that the screen shows. */
export const TOLD = { kinds: "reservation,conversation", limit: 50 };
