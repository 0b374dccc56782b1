/** What the timeline is asked for: what of it has regions of its own. */
export const TOLD = { kinds: "reservation,conversation", limit: 50 };
