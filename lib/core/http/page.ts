import * as z from "zod";
import { DAY } from "#core/seconds.ts";
import { isBlank } from "#core/texts/blank.ts";

export const MAX_PAGE_SIZE = 100;

/** The answer of a list: a page of items and the cursor of the next one, null on the last page. @schema */
export function page<T extends z.ZodType>(item: T) {
  return strictPage(item).extend({
    ignored_parameters: z
      .array(z.string())
      .optional()
      .describe("Parameters that were sent and that the list does not know. Absent where there are none."),
  });
}

/** The answer of a list that is a single page, however long. @schema */
export function singlePage<T extends z.ZodType>(item: T) {
  return page(item).extend({ cursor: z.null().describe("Always null: the list is one page.") });
}

/** The answer of a list of a strict operation, which refuses unknown parameters. @schema */
export function strictPage<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item).describe("The records of this page."),
    cursor: z.string().nullable().describe("Gives the next page; null on the last one."),
  });
}

/** A text that must not be blank, without the white space around it. @schema */
export function nonBlankText(most: number) {
  return z
    .string()
    .trim()
    .overwrite((text) => (isBlank(text) ? "" : text))
    .min(1)
    .max(most);
}

/** A whole number in a query, with its range. @schema */
export function queryInt(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .meta({ type: "integer", minimum, maximum });
}

export const queryBoolean = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["true", "false", "1", "0"]))
  .transform((text) => text === "true" || text === "1")
  .meta({ type: "boolean" });

/** A list in a query: `["a","b"]`, `a,b` and `a=…&a=…` mean the same. */
export const queryList = z.string().transform((text, context): string[] => {
  if (!text.trimStart().startsWith("["))
    return text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  try {
    // A repeated parameter holding JSON arrives as `["a"],["b"]`.
    const lists: unknown = JSON.parse(`[${text}]`);
    const flat = (lists as unknown[]).flat();
    if (flat.every((item) => typeof item === "string" && item.isWellFormed())) return flat as string[];
  } catch {}
  context.addIssue({ code: "custom", message: "must be a list: a,b or a JSON array of strings" });
  return z.NEVER;
});

/** Parameters that mean something when empty. Any other empty parameter counts as not sent. */
export const meaningfulWhenEmpty = z.registry<{ says: string }>();

/** Ids in a query, at most 100. */
export const queryIds = queryList.pipe(z.array(z.string().max(200)).max(MAX_PAGE_SIZE));
meaningfulWhenEmpty.add(queryIds, { says: "no record" });

/** A parent in a query: an id, or `null` for the records without one. */
export const queryParent = z.string().max(200);
meaningfulWhenEmpty.add(queryParent, { says: "no parent" });

/** An ISO 8601 date, or a date and time with or without an offset. */
export const IsoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/** The latest time that is accepted, in the year 5138. A time in milliseconds exceeds it, and is refused. */
export const LATEST_TIME = 99_999_999_999;
const SECONDS_MESSAGE = "must be Unix time in seconds; this looks like milliseconds";

/** A time in a body: whole seconds since 1970. */
export const UnixTime = z.int().min(0).max(LATEST_TIME, SECONDS_MESSAGE);

/** A time in a query. @schema */
function timeInQuery(isEnd: boolean) {
  return z.string().transform((text, context): number => {
    if (/^-?\d{1,11}$/.test(text)) return Number(text);
    if (IsoTime.safeParse(text).success) {
      const isLocal = /T[\d:.]+$/.test(text);
      const seconds = Math.floor(Date.parse(isLocal ? `${text}Z` : text) / 1000);
      return isEnd && !text.includes("T") ? seconds + DAY - 1 : seconds;
    }
    const message = /^\d{12,}$/.test(text)
      ? SECONDS_MESSAGE
      : "must be seconds since 1970 or an ISO 8601 date";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** A time in a query: integer seconds, or an ISO date, in UTC unless it has an offset. The output is seconds. */
export const queryTime = timeInQuery(false);

/** The end of a range in a query, inclusive: like `queryTime`, but a date without a time is its last second. */
export const queryTimeEnd = timeInQuery(true);

/** One of the given words, in upper or lower case. @schema */
export function anyCase<const T extends readonly [string, ...string[]]>(values: T) {
  const known = new Map(values.map((value) => [value.toLowerCase(), value]));
  return z
    .string()
    .transform((text) => known.get(text.toLowerCase()) ?? text)
    .pipe(z.enum(values))
    .meta({ enum: [...values] });
}

/** For `superRefine`: refuses a list in which two items have the same value of one of these fields. */
export function noRepeats<N extends string>(...names: N[]) {
  return (items: readonly { readonly [K in N]?: unknown }[], context: z.core.$RefinementCtx) => {
    for (const name of names) {
      const seen = new Set<unknown>();
      for (const [index, item] of items.entries()) {
        const value = item[name];
        if (value === undefined) continue;
        if (seen.has(value))
          context.addIssue({ code: "custom", path: [index, name], message: "is used twice" });
        seen.add(value);
      }
    }
  };
}

const pagingFields = { limit: queryInt(1, MAX_PAGE_SIZE).optional(), cursor: z.string().min(1).optional() };

export const PageQuery = z.object(pagingFields);

/** Parameters of every sortable list of the store family. */
export const ListQuery = z.object({
  ...pagingFields,
  query: z.string().max(200).optional(),
  sort_field: z.enum(["created_at", "updated_at", "key"]).optional(),
  sort_direction: anyCase(["asc", "desc"]).optional(),
  created_at_from: queryTime.optional(),
  created_at_to: queryTimeEnd.optional(),
});
export type ListQuery = z.output<typeof ListQuery>;

export const Deleted = z.object({
  deleted: z.literal(true).describe("Always true."),
  success: z.literal(true).describe("Always true."),
  message: z.string().describe("What was deleted, for a person."),
});

export function deletionReply(what: string): z.output<typeof Deleted> {
  return { deleted: true, success: true, message: `The ${what} was deleted.` };
}
