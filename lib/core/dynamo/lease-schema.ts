import * as z from "zod";

/** The fields of a record that one worker at a time holds: a token of its own, and until when it is good. */
export const leaseFields = {
  lease: z.string().default(""),
  /** Seconds. */
  lease_until: z.int().default(0),
};

/** What `leaseFields` hold while no worker has the right. */
export const NO_LEASE = { lease: "", lease_until: 0 };
