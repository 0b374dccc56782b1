/** Somebody changed what this write was based on; the verb is to be run again from its reads. */
export class Contention extends Error {}
