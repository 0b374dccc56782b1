import type { Context } from "#core/context.ts";
import type { Entity, Stored } from "#core/dynamo/entity.ts";
import type { Guarded } from "#core/dynamo/guards.ts";
import type { Page } from "#core/dynamo/list/types.ts";
import type { Batch } from "#core/dynamo/together.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { type ApiError, GENERAL } from "#core/errors.ts";
import { change } from "#core/events.ts";
import { readByName, readOne } from "./by-name.ts";
import { listAll, listSome, type Narrowed, type Seen, type Shown } from "./list.ts";
import { type LookupParameters, parseLookup } from "./lookup.ts";
import { keyText, moveNames, type Named, type Names, namesOf, slugText, type Taken } from "./names.ts";
import type { RecordsQuery } from "./query.ts";

/** What the records of a kind have in common with those of all others. */
export interface Keyed extends Named {
  status: string;
}

interface KindOptions<T extends Keyed, Key, E extends string = never> {
  entity: Entity<T, Key, E>;
  /** Where its keys and slugs are, and what it means that another has one; neither where it has none. */
  names?: Names;
  taken?: Taken;
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

interface Lookups<T> {
  /** Id of the record within which the key is meant. */
  within?: string | undefined;
  seen?: Seen<T>;
  /** Whose guards the read takes along. */
  ctx?: Guarded;
  /** In place of the read of the record alone: a read of it with what will be asked for besides, in a batch if given. */
  reading?: (id: string, batch?: Batch) => Promise<Stored<T> | undefined>;
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

  const one = async (tenantId: string, id: string, { reading, ctx }: Lookups<T>, batch?: Batch) => {
    const record = await (reading ? reading(id, batch) : readOne(entity, slots(tenantId, id), batch, ctx));
    return record ? [record] : [];
  };

  const read = async (tenantId: string, ids: readonly string[]): Promise<Stored<T>[]> => {
    const [id] = ids;
    if (id !== undefined && ids.length === 1) return one(tenantId, id, {});
    return entity.batchGet(ids.map((each) => slots(tenantId, each)));
  };

  const named = async (tenantId: string, text: string, lookups: Lookups<T>): Promise<Stored<T>[]> =>
    names
      ? readByName(
          names,
          { tenant_id: tenantId, text },
          (id, batch) => one(tenantId, id, lookups, batch),
          lookups.ctx,
        )
      : [];

  // One that is one record's within another may be the key of several: the oldest comes first.
  const byKey = async (tenantId: string, key: string, lookups: Lookups<T>): Promise<Stored<T>[]> => {
    const { within } = lookups;
    if (key === "" || !names) return [];
    if (!options.within || within) return named(tenantId, keyText(key, within), lookups);
    const partition = names.partition({ tenant_id: tenantId });
    const range = { prefix: keyText(key, ""), consistent: true, limit: 100 };
    const { records } = await names.query(partition, range);
    const ids = records.map(({ id }) => id);
    return read(tenantId, ids);
  };

  // What is not for the caller to see must not stand before what the tenant's own language has.
  const first = async (
    tenantId: string,
    segment: string,
    query: LookupParameters,
    lookups: Lookups<T>,
    fitting: (found: Stored<T>[]) => Promise<Stored<T>[]>,
  ): Promise<Stored<T> | undefined> => {
    const lookup = parseLookup(tenantId, segment, query);
    if (!lookup) return undefined;
    const firstOf = async (found: Stored<T>[]) => (await fitting(found))[0];
    if (lookup.by === "id") return firstOf(await one(tenantId, lookup.id, lookups));
    if (lookup.by === "key") return firstOf(await byKey(tenantId, lookup.key, lookups));
    const { slug, locale } = lookup;
    const inLanguage = async (language: string | undefined) =>
      language === undefined ? undefined : firstOf(await named(tenantId, slugText(language, slug), lookups));
    return (await inLanguage(locale)) ?? (await inLanguage(await options.language?.(tenantId)));
  };

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
      { seen, ...lookups }: Lookups<T> = {},
    ): Promise<Stored<T> | undefined> {
      return first(tenantId, segment, query, lookups, async (found) => (seen ? seen(found, true) : found));
    },

    /** The same; throws where there is none. */
    async existing(tenantId: string, segment: string, lookups?: Lookups<T>): Promise<Stored<T>> {
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
      { seen, ...lookups }: Lookups<T> = {},
    ): Promise<Stored<T>> {
      const record = await first(tenantId, segment, query, { ctx, ...lookups }, async (found) => {
        const seesAll = (seen || !found.every(isOpen)) && (await ctx.may("READ", tenantId));
        const there = seen ? await seen(found, seesAll) : found;
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
      narrowed: Narrowed<T> & { within?: string | undefined } = {},
    ): Promise<Page<Stored<T>>> {
      const seesAll = await ctx.may("READ", tenantId);
      const statuses = options.statuses.filter(
        (status) =>
          (seesAll || status === open) &&
          (query.status === undefined || query.status === status) &&
          (query.statuses === undefined || query.statuses.includes(status)),
      );
      if (statuses.length === 0) return { items: [], cursor: null };
      const hides = options.isOpen && !seesAll;
      const passes = async (record: T) =>
        (!hides || isOpen(record)) && (!narrowed.fits || (await narrowed.fits(record)));
      const shown: Shown<T> = {
        entity,
        tenant: { [tenantField]: tenantId },
        idPrefix: options.idPrefix,
        seesAll,
        statuses,
        everyStatus: statuses.length === options.statuses.length,
        fits: hides || narrowed.fits ? passes : undefined,
      };
      const some = await asked(tenantId, query, narrowed);
      return some ? listSome(ctx, shown, query, narrowed, some) : listAll(ctx, shown, query, narrowed);
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
    ): { record: T; writes: Write[] } {
      const { record, writes } = change(ctx, type, entity, before, after, besides);
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

  const asked = async (
    tenantId: string,
    { ids, key }: RecordsQuery,
    { only, within }: Narrowed<T> & { within?: string | undefined },
  ): Promise<Stored<T>[] | undefined> => {
    if (!ids && key === undefined) return only;
    const found = ids ? await read(tenantId, ids) : await byKey(tenantId, key ?? "", { within });
    return key === undefined ? found : found.filter((record) => record.key === key);
  };

  return self;
}
