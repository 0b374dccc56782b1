import * as z from "zod";

/** The fields of a record with a lease: a token of its holder, and until when it is good. */
export const leaseFields = {
  lease: z.string().default(""),
  /** Seconds. */
  lease_until: z.int().default(0),
};

/** The lease fields while no worker holds it. */
export const NO_LEASE = { lease: "", lease_until: 0 };
