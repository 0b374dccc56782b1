/** The kinds of events that the screen shows. */
export const TIMELINE_QUERY = { kinds: "reservation,conversation", limit: 50 };
