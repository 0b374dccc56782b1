import type { Context } from "#core/context.ts";
import type { Entity, Stored } from "#core/dynamo/entity.ts";
import type { ExtraItem, Page } from "#core/dynamo/list/rows.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type ApiError, GENERAL } from "#core/errors.ts";
import { announceChange } from "#core/events.ts";
import { type ListCondition, list, recordSource } from "./list.ts";
import { type LookupOptions, type LookupParameters, makeLookup, type VisibilityFilter } from "./lookup.ts";
import { keyText, type NamedRecord, type Names, nameChanges, namesOf, type TakenErrors } from "./names.ts";
import type { RecordsQuery } from "./query.ts";

export interface KeyedRecord extends NamedRecord {
  status: string;
}

interface KindOptions<T extends KeyedRecord, Key, E extends string = never> {
  entity: Entity<T, Key, E>;
  /** Where its keys and slugs are stored, and the errors when another record has one; neither for a kind without. */
  names?: Names;
  taken?: TakenErrors;
  /** Prefix of the ids, without the underscore. */
  idPrefix: string;
  statuses: readonly T["status"][];
  /** The public status. Only those who may READ the tenant see records of other statuses. */
  open: T["status"];
  /** A further condition for being public. */
  isOpen?: (record: T) => boolean;
  /** Makes the error for a missing record; by default `GENERAL.NOT_FOUND`. */
  missing?: () => ApiError;
  /** Id of the record within which a key is unique, where that is not the tenant. */
  within?: (record: T) => string;
  /** The language of a tenant, in which a slug is looked up last. */
  language?: (tenantId: string) => Promise<string>;
}

/** Limits a list to some records of a tenant, before its query filters them. */
interface KindSource<T> {
  /** Only records below this one; `ROOT` stands for records without a parent. */
  parent?: string | undefined;
  /** Slots that name their lists besides tenant and status, and whether these lists have all records. */
  lists?: readonly Record<string, unknown>[];
  coversPartition?: boolean;
  /** Id of the record in which a key is unique. */
  within?: string | undefined;
  /** A record to read in the request that reads a page's records. */
  extraItem?: ExtraItem | undefined;
  /** Only these records. */
  onlyRecords?: Stored<T>[] | undefined;
}

/** The parts of a list that its domain chooses: see `ListStages`. The kind handles statuses and their visibility. */
interface KindStages<T> {
  source?: KindSource<T>;
  terms?: readonly string[];
  visible?: VisibilityFilter<T> | undefined;
  where?: ListCondition<T> | undefined;
}

export type Kind<T extends KeyedRecord, E extends string = never> = ReturnType<typeof kind<T, unknown, E>>;

/**
 * A kind of record with a key, slugs, statuses and lists: how a record is found and who sees it, how records are
 * listed, and the writes that take, change and free names. Its domain decides what the record means.
 */
export function kind<T extends KeyedRecord, Key, E extends string = never>(options: KindOptions<T, Key, E>) {
  const { entity, names, open } = options;
  const missing = options.missing ?? (() => GENERAL.NOT_FOUND());
  const tenantField = entity.tenant ?? "";
  const tenantOf = (record: T) => String((record as Record<string, unknown>)[tenantField]);
  // Safe: the key of a kind is its tenant and its id.
  const slots = (tenantId: string, id: string) => ({ [tenantField]: tenantId, id }) as Key;
  const isOpen = (record: T) => record.status === open && (options.isOpen?.(record) ?? true);
  const textsOf = (record: T) => namesOf(record, options.within?.(record));

  const { read, byKey, first } = makeLookup(options, slots);

  const termPartitions = (tenantId: string) =>
    entity.partitionsIn("table", { [tenantField]: tenantId }).flatMap(entity.termPartitions);

  const self = {
    entity,
    termPartitions,
    read,
    isOpen,
    tenantOf,

    /** A record by any form of its lookup, whatever its status. */
    find(
      tenantId: string,
      segment: string,
      query: LookupParameters = {},
      { visible, ...lookups }: LookupOptions<T> = {},
    ): Promise<Stored<T> | undefined> {
      return first(tenantId, segment, query, lookups, async (found) =>
        visible ? visible(found, true) : found,
      );
    },

    /** A record by any form of its lookup, whatever its status; throws where there is none. */
    async existing(tenantId: string, segment: string, lookups?: LookupOptions<T>): Promise<Stored<T>> {
      const record = await self.find(tenantId, segment, {}, lookups);
      if (!record) throw missing();
      return record;
    },

    /** A record by any form of its lookup, if the caller may see it. */
    async get(
      ctx: Context,
      tenantId: string,
      segment: string,
      query: LookupParameters = {},
      { visible, ...lookups }: LookupOptions<T> = {},
    ): Promise<Stored<T>> {
      const record = await first(tenantId, segment, query, { ctx, ...lookups }, async (found) => {
        const seesAll = (visible || !found.every(isOpen)) && (await ctx.may("READ", tenantId));
        const allowed = visible ? await visible(found, seesAll) : found;
        return allowed.filter((one) => seesAll || isOpen(one));
      });
      if (!record) throw missing();
      return record;
    },

    /** A page of the records that the caller may see: of those with some `ids` or a `key`, or of all. */
    async list(
      ctx: Context,
      tenantId: string,
      query: RecordsQuery<T["status"]>,
      { source = {}, terms, visible, where }: KindStages<T> = {},
    ): Promise<Page<Stored<T>>> {
      const seesAll = await ctx.may("READ", tenantId);
      const statuses = options.statuses.filter(
        (status) =>
          (seesAll || status === open) &&
          (query.status === undefined || query.status === status) &&
          (query.statuses === undefined || query.statuses.includes(status)),
      );
      if (statuses.length === 0) return { items: [], cursor: null };
      const { parent, extraItem: besides, onlyRecords } = source;
      const everyStatus = statuses.length === options.statuses.length;
      const some = await requestedRecords(tenantId, query, { onlyRecords, within: source.within });
      const lists = source.lists ?? (parent === undefined ? undefined : [{ parent }]);
      const place = recordSource(
        entity,
        options.idPrefix,
        { [tenantField]: tenantId },
        {
          statuses,
          // Where the records are given, no list is read, and their lists may be unknown.
          lists: lists ?? (some && []),
          below: parent !== undefined,
          everyStatus,
          coversPartition: source.coversPartition ?? (parent === undefined && everyStatus),
        },
      );
      const isListed = (record: T) =>
        statuses.includes(record.status) &&
        (!lists || place.lists.includes(entity.indexed(record)[place.index] ?? ""));
      const named = query.ids !== undefined || query.key !== undefined;
      return list(ctx, query, {
        source: {
          ...place,
          extraItem: besides,
          ...(some ? { onlyRecords: { records: some.filter(isListed), named } } : {}),
        },
        ...(terms ? { terms } : {}),
        visible: { viewer: seesAll, ...(visible ? { filter: (found) => visible(found, seesAll) } : {}) },
        where: options.isOpen && !seesAll ? alsoOpen(where) : where,
      });
    },

    /** The writes that create a record and its names; if another record has a name, they throw the error in `taken`. */
    creation(record: T): Write[] {
      return [entity.create(record), ...nameWrites(record, new Map(), textsOf(record))];
    },

    /** The changed record, and the writes that replace and announce it. */
    replacement(
      ctx: Context,
      type: E,
      before: Stored<T>,
      after: T,
      besides?: object,
    ): { record: Stored<T>; writes: Write[] } {
      const { record, writes } = announceChange(ctx, type, entity, before, after, besides);
      return { record, writes: [...writes, ...nameWrites(after, textsOf(before), textsOf(after))] };
    },

    removal(record: Stored<T>): Write[] {
      return [entity.remove(record), ...nameWrites(record, textsOf(record), new Map())];
    },

    /** The write, for another record's transaction, that requires that this one still has its key. */
    stays(record: T): Write {
      if (!names || record.key === undefined) throw new Error(`A ${entity.name} has no key.`);
      const text = keyText(record.key, options.within?.(record));
      return {
        entity: names.name,
        check: names.key({ tenant_id: tenantOf(record), text }),
        condition: { expression: "id = :id", values: { ":id": record.id } },
        failure: "conflict",
      };
    },

    async isTaken(tenantId: string, key: string): Promise<boolean> {
      return (await names?.find({ tenant_id: tenantId, text: keyText(key) })) !== undefined;
    },
  };

  const nameWrites = (record: T, before: ReturnType<typeof textsOf>, after: ReturnType<typeof textsOf>) =>
    names && options.taken
      ? nameChanges(names, { tenantId: tenantOf(record), id: record.id }, [before, after], options.taken)
      : [];

  const alsoOpen = (where?: ListCondition<T>): ListCondition<T> => ({
    ...where,
    fits: async (record) => isOpen(record) && (!where || (await where.fits(record))),
  });

  const requestedRecords = async (
    tenantId: string,
    { ids, key }: RecordsQuery,
    { onlyRecords, within }: Pick<KindSource<T>, "onlyRecords" | "within">,
  ): Promise<Stored<T>[] | undefined> => {
    if (!ids && key === undefined) return onlyRecords;
    const found = ids ? await read(tenantId, ids) : await byKey(tenantId, key ?? "", { within });
    return key === undefined ? found : found.filter((record) => record.key === key);
  };

  return self;
}
