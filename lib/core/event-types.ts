/** The types of events that there are; the list of them all fills it in. The kernel knows the place and none of them. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in from outside
export interface EventTypes {}

/** A type of event, such as `form.created`; a misspelled one does not compile. */
export type EventType = EventTypes extends { all: infer T extends string } ? T : string;
