import type { Guarded } from "#core/context.ts";
import type { Entity, Stored } from "#core/dynamo/entity.ts";
import { driver } from "#core/dynamo/fast/driver.ts";
import { type ReadBatch, readBatch } from "#core/dynamo/read.ts";
import { lookupTags } from "#core/texts/language.ts";
import { keyText, type Name, type Names, slugText } from "./names.ts";

/** How a path names a record: by id, by key, or by slug in a locale. */
type Lookup =
  | { by: "id"; id: string }
  | { by: "key"; key: string }
  | { by: "slug"; slug: string; locale: string | undefined };

/** Query parameters that name a record instead of the id in its path. */
export interface LookupParameters {
  key?: string | undefined;
  slug?: string | undefined;
  locale?: string | undefined;
}

/**
 * Parses the forms of a lookup: `/{id}`, `/{anything}?key=` or `?slug=&locale=`, and the path segments
 * `{tenantId}:{key}` and `{tenantId}:{locale}:{slug}`.
 *
 * @returns `undefined` for a segment of another tenant, which has no such record
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

/** Returns those of some records that the caller may see. */
export type VisibilityFilter<T> = (found: Stored<T>[], seesAll: boolean) => Promise<Stored<T>[]>;

export interface LookupOptions<T> {
  /** Id of the record in which the key is unique. */
  within?: string | undefined;
  visible?: VisibilityFilter<T>;
  /** The context whose guards are read in the same request. */
  ctx?: Guarded;
  /** Reads the record together with others that will be needed, in a batch if one is given. */
  reading?: (id: string, batch?: ReadBatch) => Promise<Stored<T> | undefined>;
}

interface Options<T extends object, Key, E extends string> {
  entity: Entity<T, Key, E>;
  names?: Names;
  within?: (record: T) => string;
  language?: (tenantId: string) => Promise<string>;
}

/**
 * Finds the records of a kind by their ids, keys and slugs.
 *
 * @param slots the slots of a record in the table, from its tenant and its id
 */
export function makeLookup<T extends object, Key, E extends string>(
  options: Options<T, Key, E>,
  slots: (tenantId: string, id: string) => Key,
) {
  const { entity, names } = options;

  const one = async (tenantId: string, id: string, { reading, ctx }: LookupOptions<T>, batch?: ReadBatch) => {
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

  // A key that is unique within another record may occur several times in a tenant: the oldest record comes first.
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

  // A record that the caller may not see must not hide the one in the tenant's own language.
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

/** The ids that names had when this process last read them. */
const recentIds = driver.recentReads<string>();

/**
 * Reads the record with a name. The id that the name had when this process last read it is a guess: that record is
 * read in the same round trip as the name, which alone decides. A wrong guess costs the read of that record.
 *
 * @param read reads a record by id, in a batch if one is given
 * @param ctx its guards are read together with the name
 */
async function readByName<R>(
  names: Names,
  name: Pick<Name, "tenant_id" | "text">,
  read: (id: string, batch?: ReadBatch) => Promise<R[]>,
  ctx?: Guarded,
): Promise<R[]> {
  const place = `${names.name} ${name.tenant_id} ${name.text}`;
  const guess = recentIds.get(place);
  if (guess === undefined) {
    const found = await names.find(name, ctx);
    if (found) recentIds.set(place, found.id);
    return found ? read(found.id) : [];
  }
  const batch = readBatch(ctx);
  const found = batch.add(names.read(name));
  const guessed = await read(guess, batch);
  const id = found()?.id;
  if (id === undefined || id === guess) return id === undefined ? [] : guessed;
  recentIds.set(place, id);
  return read(id);
}

/** Reads one record; with a batch, in the same round trip as the reads that the batch already has. */
async function readOne<T extends object, Key>(
  { find, read }: Pick<Entity<T, Key>, "find" | "read">,
  key: Key,
  batch: ReadBatch | undefined,
  ctx?: Guarded,
): Promise<Stored<T> | undefined> {
  if (!batch) return find(key, ctx);
  const found = batch.add(read(key));
  await batch.run();
  return found();
}
