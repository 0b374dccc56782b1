export const TIMELINE_QUERY = { kinds: "reservation,conversation", limit: 50 };
