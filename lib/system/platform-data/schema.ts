import * as z from "zod";
import { Deleted, queryBoolean, queryInt } from "#core/http/page.ts";

/** Bytes of UTF-8 that a key may have. */
export const MAX_KEY_BYTES = 512;
/** Bytes of compact JSON that a value may have. */
export const MAX_VALUE_BYTES = 350 * 1024;
/** Items of a page, at most and unless asked otherwise. */
export const MAX_ITEMS = 200;
/** Partitions of the index over which items that expire are spread. */
export const SHARDS = 8;

const Key = z.string().refine((key) => Buffer.byteLength(key) <= MAX_KEY_BYTES, {
  message: `is longer than ${MAX_KEY_BYTES} bytes of UTF-8`,
});
const FullKey = Key.refine((key) => key !== "", "is empty: an item needs a key");

/** An item as it is stored. */
export const DataRecord = z.object({
  person_id: z.string(),
  /** `account`, or the store that the session is for. */
  space: z.string(),
  key: z.string(),
  /** The value as compact JSON. */
  json: z.string(),
  expires_at: z.int().optional(),
  /** Spreads the items that expire over several partitions of the index. */
  shard: z.int().optional(),
  updated_at: z.int(),
});
export type DataRecord = z.output<typeof DataRecord>;

/** Counts the items of an account. */
export const DataCount = z.object({ person_id: z.string(), items: z.int() });

/** How long an item stays, and what it replaces. */
export const PutOptions = z.object({
  /** Seconds. */
  ttl: z.int().min(1).max(3_153_600_000).nullish(),
  previous_key: FullKey.nullish(),
});
export type PutOptions = z.output<typeof PutOptions>;

export const PutData = z
  .object({ key: FullKey, value: z.json(), ...PutOptions.shape })
  .meta({ examples: [{ key: "settings:theme", value: { dark: true }, ttl: 86_400 }] });

export const DataItem = z.object({ key: z.string(), value: z.unknown() });
export type DataItem = z.output<typeof DataItem>;

export const DataQuery = z.object({
  key: Key,
  exact: queryBoolean.optional(),
  limit: queryInt(1, MAX_ITEMS).optional(),
  cursor: z.string().min(1).optional(),
});

export const DataPage = z.object({
  value: z.array(DataItem),
  items: z.array(DataItem),
  cursor: z.string().nullable(),
});

export const DeleteDataQuery = z.object({ key: FullKey });

export const Written = z.object({ ok: z.literal(true) });
export const DataDeleted = Deleted.extend({ ok: z.literal(true) });
