import * as z from "zod";
import { singlePage } from "#core/http/page.ts";
import { expectedVersion, RecordKey } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { Address, AddressInput, AddressView } from "#lib/money/markets/address-schema.ts";

/** Limited because a checkout reads a variant's levels at all locations. */
export const MAX_LOCATIONS = 50;

export const BookedLocation = z.object({
  id: z.string(),
  store_id: z.string(),
  key: z.string(),
  address: Address.nullable(),
  is_pickup_location: z.boolean(),
  /** Number of changes of the location. */
  revision: z.int(),
  /** Until this second the location gets no new levels, because a deletion checks the existing ones. */
  closing_until: z.int().optional(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type BookedLocation = z.output<typeof BookedLocation>;

export const Location = BookedLocation.pick({
  id: true,
  store_id: true,
  key: true,
  is_pickup_location: true,
  created_at: true,
  updated_at: true,
})
  .extend({ address: AddressView.nullable(), version: recordVersion() })
  .meta({
    examples: [
      {
        id: "loc_01j9z3k4m5n6p7q8r9s0t1v2w3",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        key: "default",
        address: null,
        is_pickup_location: false,
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export type Location = z.input<typeof Location>;
/** The list has one page. */
export const LocationList = singlePage(Location);

/** All locations of a store are in one item, so that one consistent read gets them. */
export const LocationBook = z.object({
  store_id: z.string(),
  locations: z.array(BookedLocation),
  updated_at: z.int(),
});
export type LocationBook = z.output<typeof LocationBook>;

const inputFields = { address: AddressInput.nullish(), is_pickup_location: z.boolean().nullish() };

export const CreateLocation = z.object({ ...inputFields, key: RecordKey }).meta({
  examples: [
    {
      key: "shop",
      is_pickup_location: true,
      address: { street1: "Torstr. 1", city: "Berlin", postal_code: "10119", country: "DE" },
    },
  ],
});
export type CreateLocation = z.output<typeof CreateLocation>;
export const UpdateLocation = z
  .object({ ...inputFields, key: RecordKey.optional(), version: expectedVersion })
  .meta({ examples: [{ is_pickup_location: true }] });
export type UpdateLocation = z.output<typeof UpdateLocation>;
