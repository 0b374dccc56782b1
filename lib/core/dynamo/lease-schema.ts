import * as z from "zod";

/** The fields of a record with a lease: `lease` is a token of its holder. */
export const leaseFields = {
  lease: z.string().default(""),
  /** Second until which the lease is valid. */
  lease_until: z.int().default(0),
};

/** The lease fields while no worker holds it. */
export const NO_LEASE = { lease: "", lease_until: 0 };
