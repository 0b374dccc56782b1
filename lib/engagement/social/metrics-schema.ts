import * as z from "zod";
import { ProviderType } from "./schema.ts";

const ID = "01j9z3k4m5n6p7q8r9s0t1v2w3";

/** The metrics of a publication at one time. */
const Reading = z.object({ at: z.int(), metrics: z.record(z.string(), z.number()) });
export type Reading = z.output<typeof Reading>;
const ReadingView = Reading.pick({ at: true, metrics: true });

/** The stored metrics of a publication. */
export const StoredMetrics = z.object({
  store_id: z.string(),
  publication_id: z.string(),
  /** Empty in records that are older than this field. */
  social_account_id: z.string().default(""),
  metrics: z.record(z.string(), z.number()),
  collected_at: z.int(),
  /** The last reading of each day, by the store's time zone. */
  readings: z.array(Reading).default([]),
});
export type StoredMetrics = z.output<typeof StoredMetrics>;

const EXAMPLE = {
  id: `pub_${ID}`,
  store_id: `store_${ID}`,
  publication_id: `pub_${ID}`,
  social_account_id: `social_${ID}`,
  provider_type: "sandbox",
  provider_post_id: "post_1",
  metrics: { views: 12, likes: 3, comments: 1 },
  collected_at: 1790000090,
} as const;

export const PublicationMetrics = z
  .object({
    id: z.string(),
    store_id: z.string(),
    publication_id: z.string(),
    social_account_id: z.string(),
    provider_type: ProviderType,
    provider_post_id: z.string().nullable(),
    metrics: z.record(z.string(), z.number()),
    collected_at: z.int().nullable(),
  })
  .meta({ examples: [EXAMPLE] });
export type PublicationMetrics = z.output<typeof PublicationMetrics>;

/** Metrics with the last reading of each day. */
export const PublicationMetricsByDay = PublicationMetrics.extend({ readings: z.array(ReadingView) }).meta({
  examples: [
    {
      ...EXAMPLE,
      readings: [{ at: 1790000090, metrics: { views: 12, likes: 3, comments: 1 } }],
    },
  ],
});
export type PublicationMetricsByDay = z.output<typeof PublicationMetricsByDay>;
