import * as z from "zod";
import { Deleted, queryBoolean, queryInt } from "#core/http/page.ts";
import { JsonValue } from "#core/records/schema.ts";

export const MAX_KEY_BYTES = 512;
export const MAX_VALUE_BYTES = 350 * 1024;
/** Most items of a page, and the default. */
export const MAX_ITEMS = 200;
/** Index partitions over which expiring items are spread. */
export const DATA_SHARDS = 8;

const Key = z.string().refine((key) => Buffer.byteLength(key) <= MAX_KEY_BYTES, {
  message: `is longer than ${MAX_KEY_BYTES} bytes of UTF-8`,
});
const FullKey = Key.refine((key) => key !== "", "is empty: an item needs a key");

export const DataRecord = z.object({
  person_id: z.string(),
  /** `account`, or the store of the session. */
  space: z.string(),
  key: z.string(),
  /** The value as compact JSON. */
  json: z.string(),
  expires_at: z.int().optional(),
  /** Spreads expiring items over several index partitions. */
  shard: z.int().optional(),
  updated_at: z.int(),
});
export type DataRecord = z.output<typeof DataRecord>;

export const DataCount = z.object({ person_id: z.string(), items: z.int() });

export const PutOptions = z.object({
  /** Seconds. */
  ttl: z.int().min(1).max(3_153_600_000).nullish(),
  previous_key: FullKey.nullish(),
});
export type PutOptions = z.output<typeof PutOptions>;

export const SetDataItem = z
  .object({ key: FullKey, value: JsonValue, ...PutOptions.shape })
  .meta({ examples: [{ key: "settings:theme", value: { dark: true }, ttl: 86_400 }] });

export const DataItem = z.object({ key: z.string(), value: z.unknown() });
export type DataItem = z.output<typeof DataItem>;

export const DataQuery = z.object({
  key: Key.meta({ examples: ["settings"] }),
  exact: queryBoolean.optional(),
  limit: queryInt(1, MAX_ITEMS).optional(),
  cursor: z.string().min(1).optional(),
});

export const DataPage = z.object({
  value: z.array(DataItem),
  items: z.array(DataItem),
  cursor: z.string().nullable(),
});

export const DeleteDataQuery = z.object({ key: FullKey.meta({ examples: ["settings"] }) });

export const DataItemSaved = z.object({ ok: z.literal(true) });
export const DataItemDeleted = Deleted.extend({ ok: z.literal(true) });
