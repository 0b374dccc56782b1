/** The event types that exist. The list of all of them extends this interface; lib/core knows none. */
// biome-ignore lint/suspicious/noEmptyInterface: extended by the list of events
export interface EventTypes {}

/** A type of event, such as `form.created`; a misspelled one does not compile. */
export type EventType = EventTypes extends { all: infer T extends string } ? T : string;
