import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readCollections } from "#lib/collections/service.ts";
import type { Media } from "#lib/media/schema.ts";
import { findMedia } from "#lib/media/service.ts";
import type { Entry, EntryField } from "./schema.ts";
import { entries } from "./table.ts";

/** How far references are followed, and how many objects one answer may be given. */
const LEVELS = 3;
const BUDGET = 100;

/** A place that holds a reference and can be given the object instead. */
export interface Slot {
  reference: string;
  fill: (object: unknown) => void;
}

/**
 * Fills references with what they name, the nearest first, level by level, each level in one batch. What is over the
 * budget, deleted, or not for the caller to see stays the string that it is.
 */
export async function hydrate(ctx: Context, storeId: string, slots: Slot[]): Promise<void> {
  const seesAll = await ctx.may("READ", storeId);
  const known: Known = new Map();
  let budget = BUDGET;
  let level = slots;
  for (let depth = 0; depth < LEVELS && level.length > 0 && budget > 0; depth++) {
    const taken = level.slice(0, budget);
    budget -= taken.length;
    await readObjects(storeId, new Set(taken.map(({ reference }) => reference)), seesAll, known);
    const next: Slot[] = [];
    for (const { reference, fill } of taken) {
      const object = known.get(reference);
      if (!object) continue;
      // One object may stand in several places, each with its own further contents.
      const own = structuredClone(object);
      fill(own);
      if ("fields" in own) next.push(...slotsOfFields(own.fields));
    }
    level = next;
  }
}

/** Entries with their references filled; the records given stay as they are. */
export async function hydrated<T extends Entry>(ctx: Context, storeId: string, found: T[]): Promise<T[]> {
  const copies = found.map((entry) => ({ ...entry, fields: structuredClone(entry.fields) }));
  await hydrate(
    ctx,
    storeId,
    copies.flatMap(({ fields }) => slotsOfFields(fields)),
  );
  return copies;
}

function slotsOfFields(fields: EntryField[]): Slot[] {
  return fields
    .filter(({ type }) => type === "media" || type === "entry")
    .flatMap((field) => {
      const { value } = field;
      if (Array.isArray(value)) return slotsOfList(value);
      if (typeof value !== "string") return [];
      const fill = (object: unknown) => {
        field.value = object;
      };
      return [{ reference: value, fill }];
    });
}

/** The references in a list of values. */
export function slotsOfList(values: unknown[]): Slot[] {
  return values.flatMap((value, index) => {
    if (typeof value !== "string") return [];
    const fill = (object: unknown) => {
      values[index] = object;
    };
    return [{ reference: value, fill }];
  });
}

type Known = Map<string, Entry | ReturnType<typeof viewMedia> | undefined>;

/** Reads what references name, unless a level before came by it already: a circle ends there. */
async function readObjects(
  storeId: string,
  references: Set<string>,
  seesAll: boolean,
  known: Known,
): Promise<void> {
  const unknown = [...references].filter((reference) => !known.has(reference));
  const idsOf = (kind: string) =>
    unknown.filter((text) => text.startsWith(`${kind}:`)).map((text) => text.slice(kind.length + 1));
  const [media, found] = await Promise.all([
    findMedia(storeId, idsOf("media")),
    visibleEntries(storeId, await readEntries(storeId, idsOf("entry")), seesAll),
  ]);
  for (const reference of unknown) known.set(reference, undefined);
  for (const file of media) known.set(`media:${file.id}`, viewMedia(file));
  for (const entry of found) known.set(`entry:${entry.id}`, entry);
}

/** Entries by id, strongly consistent; those that do not exist are left out. */
export async function readEntries(storeId: string, ids: string[]): Promise<Stored<Entry>[]> {
  return entries.batchGet(
    ids.map((id) => ({ store_id: storeId, id })),
    true,
  );
}

/** Those entries whose collection is still there; to who may not READ the store, what is active in active ones. */
export async function visibleEntries(
  storeId: string,
  found: Stored<Entry>[],
  seesAll: boolean,
): Promise<Stored<Entry>[]> {
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ collection_id }) => collection_id))];
  const parents = await readCollections(storeId, ids);
  return found.filter((entry) => {
    const parent = parents.find(({ id }) => id === entry.collection_id);
    return parent && (seesAll || (entry.status === "active" && parent.status === "active"));
  });
}

function viewMedia({ id, name, mime_type, url, resolutions }: Media) {
  return { id, name, mimeType: mime_type, url, resolutions };
}
