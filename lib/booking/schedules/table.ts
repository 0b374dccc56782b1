import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";

const DAYS_LIFETIME = 400 * DAY;

/** The packed bookings of a provider in one UTC day. Concurrent bookings conflict on its version. */
export const providerDays = entity({
  name: "provider_day",
  schema: z.object({
    business_id: z.string(),
    provider_id: z.string(),
    /** Days since 1970-01-01. */
    day: z.int(),
    bookings: z.instanceof(Uint8Array),
  }),
  pk: "TENANT#{business_id}#DAY",
  sk: "{provider_id}#{day}",
  ttl: ({ day }) => day * DAY + DAYS_LIFETIME,
  tenant: "business_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
