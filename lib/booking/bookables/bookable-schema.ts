import * as z from "zod";
import {
  anyCase,
  nonBlankText,
  queryBoolean,
  queryIds,
  queryInt,
  queryList,
  queryTime,
  queryTimeEnd,
} from "#core/http/page.ts";
import { RecordKey, statusEntry, statusEntryView } from "#core/records/schema.ts";
import { openView, recordVersion } from "#core/view-schema.ts";
import { WindowEnd, WindowTime } from "#lib/booking/schedules/schema.ts";
import { BlockFilter } from "#lib/content/blocks/filter-schema.ts";
import {
  BlockInputs,
  Block as ContentBlock,
  BlockView as ContentBlockView,
} from "#lib/content/blocks/schema.ts";
import { TaxonomyEntries, TaxonomyEntry, TaxonomyEntryView } from "#lib/content/taxonomies/schema.ts";

export const STATUSES = ["DRAFT", "ACTIVE", "ARCHIVED"] as const;

export const Status = anyCase(STATUSES);
export const Access = anyCase(["public", "private"]);
export const ShortText = z.string().trim().max(200);
export const LongText = z.string().max(10_000);

const SlugText = nonBlankText(200);
const Locale = z
  .string()
  .regex(/^[A-Za-z0-9]{1,8}([-_][A-Za-z0-9]{1,8})*$/, "must be a language tag such as de-AT");

/** Slugs by language; the older API's single text is the slug in the default language. */
export const SlugInput = z.union([
  SlugText,
  z.record(Locale, SlugText).refine((map) => Object.keys(map).length <= 16, "may name at most 16 languages"),
]);
export const SlugMap = z.record(z.string(), z.string());
export type SlugInput = z.output<typeof SlugInput>;

/** A stored block of a booking, such as notes or form fields. */
export const ReservationBlock = z.looseObject({
  id: z.string(),
  key: z.string().optional(),
  type: z.string().optional(),
  properties: z.record(z.string(), z.unknown()),
  value: z.array(z.unknown()),
});
export type ReservationBlock = z.output<typeof ReservationBlock>;
export const ReservationBlockView = openView(
  ReservationBlock,
  ReservationBlock.pick({ id: true, key: true, type: true, properties: true, value: true }),
);

/** A block in a request: a single value becomes a list, and unknown types are allowed. */
export const ReservationBlockInput = z
  .looseObject({
    id: z.string().min(1).max(100).nullish(),
    key: z.string().max(100).nullish(),
    type: z.string().trim().toUpperCase().max(50).nullish(),
    properties: z.record(z.string(), z.unknown()).nullish(),
    value: z.unknown().optional(),
  })
  .transform(({ value, ...sent }) => {
    const { id: _id, key: _key, type, properties, ...more } = sent;
    const values = value === undefined || value === null ? [] : [value];
    return {
      ...more,
      id: sent.id ?? undefined,
      ...(sent.key ? { key: sent.key } : {}),
      ...(type ? { type } : {}),
      properties: properties ?? {},
      value: Array.isArray(value) ? value : values,
    };
  });
/** A block without an id gets one from its position. */
export const Blocks = z
  .array(ReservationBlockInput)
  .max(200)
  .transform((blocks) =>
    blocks.map((block, index): ReservationBlock => ({ ...block, id: block.id ?? `block_${index + 1}` })),
  );

/**
 * The older API's list of statuses, of which the last one counts.
 *
 * @schema
 */
export function statusEntries(known: z.ZodType<unknown, string>) {
  return z
    .array(z.looseObject({ status: z.string().max(50) }))
    .max(100)
    .superRefine((entries, context) => {
      const last = entries.length - 1;
      if (last < 0 || known.safeParse(entries[last]?.status).success) return;
      context.addIssue({ code: "custom", path: [last, "status"], message: "is no known status" });
    });
}

const Ids = z.array(z.string().min(1).max(100)).max(100);

export const bookableInput = {
  key: RecordKey.optional(),
  name: ShortText.optional(),
  description: LongText.optional(),
  slug: SlugInput.optional(),
  access: Access.optional(),
  nodeIds: Ids.optional(),
  networkIds: Ids.optional(),
  blocks: BlockInputs.optional(),
  taxonomies: TaxonomyEntries.optional(),
  status: Status.optional(),
  statuses: statusEntries(Status).optional(),
};

export type BookableInput = z.output<z.ZodObject<typeof bookableInput>>;

/** A new record needs a key, or in the older API only a name. */
export const KEY_OR_NAME = {
  path: ["key"],
  message: "is required",
  params: { error: "FIELD.REQUIRED_MISSING" },
};

export const bookableFields = {
  id: z.string(),
  businessId: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.string(),
  slug: SlugMap,
  access: z.enum(["public", "private"]),
  nodeIds: z.array(z.string()),
  networkIds: z.array(z.string()),
  blocks: z.array(ContentBlock),
  taxonomies: z.array(TaxonomyEntry),
  status: z.enum(STATUSES),
  statuses: z.array(statusEntry(z.string())),
  createdAt: z.int(),
  updatedAt: z.int(),
};
const { id, businessId, key, name, description, slug, access } = bookableFields;
const { nodeIds, networkIds, status, createdAt, updatedAt } = bookableFields;
export const bookableView = {
  id,
  businessId,
  key,
  name,
  description,
  slug,
  access,
  nodeIds,
  networkIds,
  blocks: z.array(ContentBlockView),
  taxonomies: z.array(TaxonomyEntryView),
  status,
  statuses: z.array(statusEntryView(z.string())),
  createdAt,
  updatedAt,
  version: recordVersion(),
};
export const Bookable = z.object(bookableFields);
export type Bookable = z.output<typeof Bookable>;
/** A record before the schema adds its default values. */
export type NewBookable = z.input<typeof Bookable>;

export const bookableQuery = {
  limit: queryInt(1, 100).optional(),
  cursor: z.string().min(1).optional(),
  ids: queryIds.optional(),
  query: z.string().max(200).optional(),
  key: z.string().max(200).optional(),
  status: Status.optional(),
  statuses: queryList.pipe(z.array(Status).max(3)).optional(),
  nodeId: z.string().max(100).optional(),
  blocks: z
    .string()
    .max(4000)
    .transform((text, context) => {
      const json = parsedJson(text);
      const parsed = BlockFilters.safeParse(json);
      if (parsed.success) return parsed.data;
      const [problem] = json === undefined ? [] : parsed.error.issues;
      if (problem) context.addIssue({ code: "custom", path: problem.path, message: problem.message });
      else context.addIssue({ code: "custom", message: 'must be JSON such as [{"key":"room","value":"A"}]' });
      return z.NEVER;
    })
    .optional(),
  matchAll: queryBoolean.optional(),
  sortField: z
    .enum(["createdAt", "created_at", "updatedAt", "updated_at", "key"])
    .transform((field) => SORTS[field])
    .optional(),
  sortDirection: anyCase(["asc", "desc"]).optional(),
  from: WindowTime.optional(),
  to: WindowEnd.optional(),
  createdAtFrom: queryTime.optional(),
  createdAtTo: queryTimeEnd.optional(),
};

export type BookableQuery = z.output<z.ZodObject<typeof bookableQuery>>;

const BlockFilters = z.array(BlockFilter).max(20);

/** Renames the parameters of a query as lists of store records name them. */
export function recordsQuery<Q extends BookableQuery>(query: Q) {
  const { sortField, sortDirection, createdAtFrom, createdAtTo, ...rest } = query;
  return {
    ...rest,
    sort_field: sortField,
    sort_direction: sortDirection,
    created_at_from: createdAtFrom,
    created_at_to: createdAtTo,
  };
}

const SORTS = {
  createdAt: "created_at",
  created_at: "created_at",
  updatedAt: "updated_at",
  updated_at: "updated_at",
  key: "key",
} as const;

function parsedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return undefined;
  }
}
