import type { Context } from "#core/context.ts";
import type { Entity, Stored } from "#core/dynamo/entity.ts";
import type { ExtraItem, Page } from "#core/dynamo/list/rows.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type ApiError, GENERAL } from "#core/errors.ts";
import { announceChange } from "#core/events.ts";
import { list, recordsIn, type Where } from "./list.ts";
import { type LookupOptions, type LookupParameters, makeLookup, type VisibilityFilter } from "./lookup.ts";
import { keyText, moveNames, type Named, type Names, namesOf, type TakenErrors } from "./names.ts";
import type { RecordsQuery } from "./query.ts";

/** What the records of a kind have in common with those of all others. */
export interface Keyed extends Named {
  status: string;
}

interface KindOptions<T extends Keyed, Key, E extends string = never> {
  entity: Entity<T, Key, E>;
  /** Where its keys and slugs are, and what it means that another has one; neither where it has none. */
  names?: Names;
  taken?: TakenErrors;
  /** Prefix of the ids, without the underscore. */
  idPrefix: string;
  statuses: readonly T["status"][];
  /** The status that everybody sees; the others are for those who may READ the tenant. */
  open: T["status"];
  /** What else a record needs to be seen by everybody. */
  isOpen?: (record: T) => boolean;
  /** The answer where there is no such record: `GENERAL.NOT_FOUND` unless said. */
  missing?: () => ApiError;
  /** Id of the record within which a key is one record's, where that is not the tenant. */
  within?: (record: T) => string;
  /** The language of a tenant, in which a slug is looked for last. */
  language?: (tenantId: string) => Promise<string>;
}

/** Which records of a tenant a list begins with, where these are not all. */
interface KindSource<T> {
  /** Those below this one, or `ROOT`. */
  parent?: string | undefined;
  /** What names their lists besides tenant and status, one each, and whether there are no other records. */
  lists?: readonly Record<string, unknown>[];
  everything?: boolean;
  /** Id of the record within which a key is meant. */
  within?: string | undefined;
  /** A record that is read along with a page's, and what is done with it. */
  besides?: ExtraItem | undefined;
  /** These alone. */
  these?: Stored<T>[] | undefined;
}

/** The stages of a list that are a domain's: see `Stages`. Statuses and their visibility are the kind's. */
interface KindStages<T> {
  source?: KindSource<T>;
  terms?: readonly string[];
  visible?: VisibilityFilter<T> | undefined;
  where?: Where<T> | undefined;
}

export type Kind<T extends Keyed, E extends string = never> = ReturnType<typeof kind<T, unknown, E>>;

/**
 * A kind of record with a key, slugs, statuses and lists: how one is found by any spelling, who sees it, how it is
 * listed, and the writes that take, move and free its names. What the record means is its domain's.
 */
export function kind<T extends Keyed, Key, E extends string = never>(options: KindOptions<T, Key, E>) {
  const { entity, names, open } = options;
  const missing = options.missing ?? (() => GENERAL.NOT_FOUND());
  const tenantField = entity.tenant ?? "";
  const tenantOf = (record: T) => String((record as Record<string, unknown>)[tenantField]);
  // Safe: the key of a kind is its tenant and its id.
  const slots = (tenantId: string, id: string) => ({ [tenantField]: tenantId, id }) as Key;
  const isOpen = (record: T) => record.status === open && (options.isOpen?.(record) ?? true);
  const textsOf = (record: T) => namesOf(record, options.within?.(record));

  const { read, byKey, first } = makeLookup(options, slots);

  /** The partitions of the rows of its terms. */
  const termPartitions = (tenantId: string) =>
    entity.partitionsIn("table", { [tenantField]: tenantId }).flatMap(entity.termPartitions);

  const self = {
    entity,
    termPartitions,
    read,
    isOpen,
    tenantOf,

    /** A record by any spelling of its lookup, whatever its status. */
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

    /** A record by any spelling of its lookup, whatever its status; throws where there is none. */
    async existing(tenantId: string, segment: string, lookups?: LookupOptions<T>): Promise<Stored<T>> {
      const record = await self.find(tenantId, segment, {}, lookups);
      if (!record) throw missing();
      return record;
    },

    /** A record by any spelling of its lookup that the caller may see. */
    async get(
      ctx: Context,
      tenantId: string,
      segment: string,
      query: LookupParameters = {},
      { visible, ...lookups }: LookupOptions<T> = {},
    ): Promise<Stored<T>> {
      const record = await first(tenantId, segment, query, { ctx, ...lookups }, async (found) => {
        const seesAll = (visible || !found.every(isOpen)) && (await ctx.may("READ", tenantId));
        const there = visible ? await visible(found, seesAll) : found;
        return there.filter((one) => seesAll || isOpen(one));
      });
      if (!record) throw missing();
      return record;
    },

    /** A page of the records that the caller may see: of those named by `ids` or `key`, or of all. */
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
      const { parent, besides, these } = source;
      const everyStatus = statuses.length === options.statuses.length;
      const some = await asked(tenantId, query, { these, within: source.within });
      const lists = source.lists ?? (parent === undefined ? undefined : [{ parent }]);
      const place = recordsIn(
        entity,
        options.idPrefix,
        { [tenantField]: tenantId },
        {
          statuses,
          // Of what is at hand no list is read, and it may not be known in which it would be.
          lists: lists ?? (some && []),
          below: parent !== undefined,
          everyStatus,
          everything: source.everything ?? (parent === undefined && everyStatus),
        },
      );
      const stands = (record: T) =>
        statuses.includes(record.status) &&
        (!lists || place.lists.includes(entity.indexed(record)[place.index] ?? ""));
      const named = query.ids !== undefined || query.key !== undefined;
      return list(ctx, query, {
        source: { ...place, besides, ...(some ? { these: { records: some.filter(stands), named } } : {}) },
        ...(terms ? { terms } : {}),
        visible: { to: seesAll, ...(visible ? { those: (found) => visible(found, seesAll) } : {}) },
        where: options.isOpen && !seesAll ? alsoOpen(where) : where,
      });
    },

    /** The writes that make a record with its names; a name that another has is the answer that `taken` gives. */
    creation(record: T): Write[] {
      return [entity.create(record), ...moved(record, new Map(), textsOf(record))];
    },

    /** A changed record, and the writes that put it in the place of what was read and announce it. */
    replacement(
      ctx: Context,
      type: E,
      before: Stored<T>,
      after: T,
      besides?: object,
    ): { record: Stored<T>; writes: Write[] } {
      const { record, writes } = announceChange(ctx, type, entity, before, after, besides);
      return { record, writes: [...writes, ...moved(after, textsOf(before), textsOf(after))] };
    },

    /** The writes that remove a record and free its names. */
    removal(record: Stored<T>): Write[] {
      return [entity.remove(record), ...moved(record, textsOf(record), new Map())];
    },

    /** For the transaction of another record: this one is still there under its key, whose item is small. */
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

    /** Whether a record of the tenant has this key. */
    async isTaken(tenantId: string, key: string): Promise<boolean> {
      return (await names?.find({ tenant_id: tenantId, text: keyText(key) })) !== undefined;
    },
  };

  const moved = (record: T, before: ReturnType<typeof textsOf>, after: ReturnType<typeof textsOf>) =>
    names && options.taken
      ? moveNames(names, { tenantId: tenantOf(record), id: record.id }, [before, after], options.taken)
      : [];

  const alsoOpen = (where?: Where<T>): Where<T> => ({
    ...where,
    fits: async (record) => isOpen(record) && (!where || (await where.fits(record))),
  });

  const asked = async (
    tenantId: string,
    { ids, key }: RecordsQuery,
    { these, within }: Pick<KindSource<T>, "these" | "within">,
  ): Promise<Stored<T>[] | undefined> => {
    if (!ids && key === undefined) return these;
    const found = ids ? await read(tenantId, ids) : await byKey(tenantId, key ?? "", { within });
    return key === undefined ? found : found.filter((record) => record.key === key);
  };

  return self;
}
