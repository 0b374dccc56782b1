import * as z from "zod";
import { page } from "#core/http/page.ts";
import { expectedVersion, RecordKey } from "#core/records/schema.ts";
import { staffOnly } from "#core/view-schema.ts";
import { WorkingTime, WorkingTimeInput, WorkingTimeView } from "#lib/booking/schedules/schema.ts";
import {
  bookableFields,
  bookableInput,
  bookableQuery,
  bookableView,
  KEY_OR_NAME,
} from "./bookable-schema.ts";

export const Provider = z.object({
  ...bookableFields,
  /** The person who provides the service; null for a room or thing. */
  userId: staffOnly(z.string().nullable()),
  serviceIds: z.array(z.string()),
  workingTime: WorkingTime,
  /** How many customers it serves at once. */
  concurrentLimit: z.int(),
});
export type Provider = z.output<typeof Provider>;

export const ProviderView = Provider.pick({ userId: true, serviceIds: true, concurrentLimit: true }).extend({
  ...bookableView,
  workingTime: WorkingTimeView,
});
export const ProviderPage = page(ProviderView);

const providerInput = {
  ...bookableInput,
  userId: z.string().max(100).nullish(),
  serviceIds: z
    .array(z.string().min(1).max(100))
    .max(40)
    .refine((ids) => new Set(ids).size === ids.length, "names one twice")
    .optional(),
  workingTime: WorkingTimeInput.optional(),
  concurrentLimit: z.int().min(1).max(10_000).optional(),
};

export const CreateProvider = z
  .object(providerInput)
  .refine(({ key, name }) => key !== undefined || name !== undefined, KEY_OR_NAME)
  .meta({
    examples: [
      {
        key: "mira",
        slug: { en: "mira" },
        status: "ACTIVE",
        workingTime: { workingDays: [{ day: "monday", workingHours: [{ from: 540, to: 1020 }] }] },
      },
    ],
  });

export const UpdateProvider = z
  .object({
    ...providerInput,
    version: expectedVersion,
    id: z.string().optional(),
    key: RecordKey.optional(),
  })
  .meta({ examples: [{ key: "mira", concurrentLimit: 2 }] });
export type ProviderInput = z.output<typeof UpdateProvider>;

export const ProviderQuery = z.object({ ...bookableQuery, serviceId: z.string().max(100).optional() });
export type ProviderQuery = z.output<typeof ProviderQuery>;
