import type { Guarded } from "#core/context.ts";
import type { Entity, Stored } from "#core/dynamo/entity.ts";
import { way } from "#core/dynamo/fast/way.ts";
import { type Batch, readBatch } from "#core/dynamo/read.ts";
import { lookupTags } from "#core/texts/language.ts";
import { keyText, type Name, type Names, slugText } from "./names.ts";

/** How a record is named in a path: by id, by key, or by slug in a locale. */
type Lookup =
  | { by: "id"; id: string }
  | { by: "key"; key: string }
  | { by: "slug"; slug: string; locale: string | undefined };

/** What the query of a path says of it. */
export interface LookupParameters {
  key?: string | undefined;
  slug?: string | undefined;
  locale?: string | undefined;
}

/**
 * Reads the three spellings of a lookup: `/{id}`, `/{anything}?key=` or `?slug=&locale=`, and the path segments
 * `{tenantId}:{key}` and `{tenantId}:{locale}:{slug}`.
 *
 * @returns `undefined` for a segment that names another tenant: there is no such record
 */
export function parseLookup(
  tenantId: string,
  segment: string,
  query: LookupParameters = {},
): Lookup | undefined {
  if (query.key !== undefined) return { by: "key", key: query.key };
  if (query.slug !== undefined) return { by: "slug", slug: query.slug, locale: query.locale };
  const [tenant, first, ...rest] = segment.split(":");
  if (first === undefined) return { by: "id", id: segment };
  if (tenant !== tenantId) return undefined;
  if (rest.length === 0) return { by: "key", key: first };
  return { by: "slug", locale: first, slug: rest.join(":") };
}

/** Those of some records that are there for the caller. */
export type VisibilityFilter<T> = (found: Stored<T>[], seesAll: boolean) => Promise<Stored<T>[]>;

export interface LookupOptions<T> {
  /** Id of the record within which the key is meant. */
  within?: string | undefined;
  visible?: VisibilityFilter<T>;
  /** Whose guards the read takes along. */
  ctx?: Guarded;
  /** In place of the read of the record alone: a read of it with what will be asked for besides, in a batch if given. */
  reading?: (id: string, batch?: Batch) => Promise<Stored<T> | undefined>;
}

interface Options<T extends object, Key, E extends string> {
  entity: Entity<T, Key, E>;
  names?: Names;
  within?: (record: T) => string;
  language?: (tenantId: string) => Promise<string>;
}

/**
 * How the records of a kind are found by their ids, keys and slugs.
 *
 * @param slots what names one in the table, of its tenant and its id
 */
export function makeLookup<T extends object, Key, E extends string>(
  options: Options<T, Key, E>,
  slots: (tenantId: string, id: string) => Key,
) {
  const { entity, names } = options;

  const one = async (tenantId: string, id: string, { reading, ctx }: LookupOptions<T>, batch?: Batch) => {
    const record = await (reading ? reading(id, batch) : readOne(entity, slots(tenantId, id), batch, ctx));
    return record ? [record] : [];
  };

  const read = async (tenantId: string, some: readonly string[]): Promise<Stored<T>[]> => {
    const [id] = some;
    if (id !== undefined && some.length === 1) return one(tenantId, id, {});
    return entity.batchGet(some.map((each) => slots(tenantId, each)));
  };

  const named = async (tenantId: string, text: string, lookups: LookupOptions<T>): Promise<Stored<T>[]> =>
    names
      ? readByName(
          names,
          { tenant_id: tenantId, text },
          (id, batch) => one(tenantId, id, lookups, batch),
          lookups.ctx,
        )
      : [];

  // One that is one record's within another may be the key of several: the oldest comes first.
  const byKey = async (tenantId: string, key: string, lookups: LookupOptions<T>): Promise<Stored<T>[]> => {
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
    lookups: LookupOptions<T>,
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
    const tags = locale === undefined ? [] : lookupTags(locale);
    for (const tag of tags) {
      const found = await inLanguage(tag);
      if (found) return found;
    }
    const own = await options.language?.(tenantId);
    return own !== undefined && tags.includes(own) ? undefined : inLanguage(own);
  };

  return { read, byKey, first };
}

/** Ids of the records whose names were asked for. */
const ids = way.lately<string>();

/**
 * What a name names. The record whose name it was when this process last asked is read in the same round trip as the
 * name, which alone says whose it is. A wrong guess costs the units of that record.
 *
 * @param read of the record with an id, in a batch if one is given
 * @param ctx whose guards the read of the name takes along
 */
async function readByName<R>(
  names: Names,
  name: Pick<Name, "tenant_id" | "text">,
  read: (id: string, batch?: Batch) => Promise<R[]>,
  ctx?: Guarded,
): Promise<R[]> {
  const place = `${names.name} ${name.tenant_id} ${name.text}`;
  const guess = ids.get(place);
  if (guess === undefined) {
    const found = await names.find(name, ctx);
    if (found) ids.set(place, found.id);
    return found ? read(found.id) : [];
  }
  const batch = readBatch(ctx);
  const found = batch.add(names.read(name));
  const guessed = await read(guess, batch);
  const id = found()?.id;
  if (id === undefined || id === guess) return id === undefined ? [] : guessed;
  ids.set(place, id);
  return read(id);
}

/** One record; with a batch, in the round trip of what it holds already. */
async function readOne<T extends object, Key>(
  { find, read }: Pick<Entity<T, Key>, "find" | "read">,
  key: Key,
  batch: Batch | undefined,
  ctx?: Guarded,
): Promise<Stored<T> | undefined> {
  if (!batch) return find(key, ctx);
  const found = batch.add(read(key));
  await batch.run();
  return found();
}
