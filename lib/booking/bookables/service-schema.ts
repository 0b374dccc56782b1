import * as z from "zod";
import { page, queryInt } from "#core/http/page.ts";
import { expectedVersion, RecordKey } from "#core/records/schema.ts";
import { DAY } from "#core/seconds.ts";
import { openView, recordVersion } from "#core/view-schema.ts";
import {
  Duration,
  Durations,
  DurationView,
  WorkingTime,
  WorkingTimeInput,
  WorkingTimeView,
  workingTimeInput,
} from "#lib/booking/schedules/schema.ts";
import { MAX_MONEY } from "#lib/tenancy/tenants/market-schema.ts";
import {
  bookableFields,
  bookableInput,
  bookableQuery,
  bookableView,
  KEY_OR_NAME,
} from "./bookable-schema.ts";

const Amount = z.int().min(0).max(MAX_MONEY);
const Currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .toUpperCase();

export const Price = z.object({
  market: z.string().min(1).max(100),
  amount: Amount,
  currency: Currency.optional(),
});
export type Price = z.output<typeof Price>;
const PriceView = Price.pick({ market: true, amount: true, currency: true });
const Prices = z.array(Price).max(100);

/** Prices as the older API sends them. */
const Pricing = z.object({
  markets: z
    .array(z.object({ marketId: z.string().min(1).max(100), currency: Currency.nullish(), price: Amount }))
    .max(100),
});

const Interval = z.int().min(1).max(1440).nullable();
const Location = z.looseObject({
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
});

/** A provider of a service; absent values are inherited from the service or the provider. */
export const Connection = z.object({
  id: z.string(),
  providerId: z.string(),
  ...WorkingTime.shape,
  prices: z.array(Price).nullable(),
  durations: z.array(Duration).nullable(),
  isApprovalRequired: z.boolean().nullable(),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type Connection = z.output<typeof Connection>;

/** A connection with its effective values, own or inherited. */
export const ServiceProviderView = Connection.pick({
  id: true,
  providerId: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  serviceId: z.string(),
  ...WorkingTimeView.shape,
  prices: z.array(PriceView),
  durations: z.array(DurationView),
  isApprovalRequired: z.boolean(),
  /** Effective hours: its own, else the provider's. */
  workingTime: WorkingTimeView,
  version: recordVersion(),
});
export type ServiceProviderView = z.input<typeof ServiceProviderView>;
export const ConnectionList = z.array(ServiceProviderView);

const connectionInput = {
  ...workingTimeInput,
  workingTime: WorkingTimeInput.optional(),
  prices: Prices.nullish(),
  durations: Durations.nullish(),
  isApprovalRequired: z.boolean().nullish(),
};
const providerId = z.string().min(1).max(100);
export const ConnectProvider = z.object({ providerId, ...connectionInput }).meta({
  examples: [
    {
      providerId: "prov_01j9z3k4m5n6p7q8r9s0t1v2w3",
      workingDays: [{ day: "monday", workingHours: [{ from: 540, to: 1020 }] }],
    },
  ],
});
export const UpdateServiceProvider = z
  .object({
    id: z.string().optional(),
    providerId: providerId.optional(),
    ...connectionInput,
    version: expectedVersion,
  })
  .meta({ examples: [{ isApprovalRequired: true }] });
export type ConnectionInput = z.output<typeof UpdateServiceProvider>;

export const Service = z.object({
  ...bookableFields,
  prices: z.array(Price),
  durations: z.array(Duration),
  slotInterval: z.int().nullable(),
  isApprovalRequired: z.boolean(),
  location: Location.nullable(),
  providers: z.array(Connection),
});
export type Service = z.output<typeof Service>;

/** Includes the fields of the older API. */
export const ServiceView = Service.pick({ slotInterval: true, isApprovalRequired: true }).extend({
  ...bookableView,
  prices: z.array(PriceView),
  durations: z.array(DurationView),
  location: openView(Location, Location.pick({ lat: true, lng: true })).nullable(),
  providers: z.array(ServiceProviderView),
  pricing: z.object({
    markets: z.array(z.object({ marketId: z.string(), currency: z.string().nullable(), price: z.int() })),
  }),
  /** Seconds. */
  duration: z.int(),
  providerIds: z.array(z.string()),
});
export type ServiceView = z.input<typeof ServiceView>;
export const ServicePage = page(ServiceView);

const serviceInput = {
  ...bookableInput,
  prices: Prices.optional(),
  pricing: Pricing.optional(),
  durations: Durations.optional(),
  duration: z
    .int()
    .min(60)
    .max(7 * DAY)
    .refine((seconds) => seconds % 60 === 0, "must be whole minutes, in seconds")
    .optional(),
  slotInterval: Interval.optional(),
  isApprovalRequired: z.boolean().optional(),
  location: Location.nullish(),
  providers: z.array(ConnectProvider).max(40).optional(),
  providerIds: z.array(providerId).max(40).optional(),
};

export const CreateService = z
  .object(serviceInput)
  .refine(({ key, name }) => key !== undefined || name !== undefined, KEY_OR_NAME)
  .meta({
    examples: [
      {
        key: "haircut",
        slug: { en: "haircut" },
        prices: [{ market: "eu", amount: 4500 }],
        durations: [{ duration: 30, isPause: false }],
        status: "ACTIVE",
      },
    ],
  });

export const UpdateService = z
  .object({ ...serviceInput, version: expectedVersion, id: z.string().optional(), key: RecordKey.optional() })
  .meta({ examples: [{ key: "haircut", status: "ACTIVE", slotInterval: 15 }] });
export type ServiceInput = z.output<typeof UpdateService>;

export const ServiceQuery = z.object({
  ...bookableQuery,
  providerId: z.string().max(100).optional(),
  priceFrom: queryInt(0, MAX_MONEY).optional(),
  priceTo: queryInt(0, MAX_MONEY).optional(),
});
export type ServiceQuery = z.output<typeof ServiceQuery>;
