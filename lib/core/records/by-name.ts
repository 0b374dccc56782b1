import type { Entity, Stored } from "#core/dynamo/entity.ts";
import type { Guarded } from "#core/dynamo/guards.ts";
import { type Batch, readBatch } from "#core/dynamo/together.ts";
import { lately } from "#core/lately.ts";
import type { Name, Names } from "./names.ts";

/** Ids of the records whose names were asked for. */
const ids = lately<string>();

/**
 * What a name names. The record whose name it was when this process last asked is read in the same round trip as the
 * name, which alone says whose it is. A wrong guess costs the units of that record.
 *
 * @param read of the record with an id, in a batch if one is given
 * @param ctx whose guards the read of the name takes along
 */
export async function readByName<R>(
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
export async function readOne<T extends object, Key>(
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
