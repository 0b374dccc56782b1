import type { EventDeclaration } from "#core/dynamo/declaration.ts";
import type { Entity } from "#core/dynamo/entity.ts";

/** Whether a change causes an event, from the record before and after it, `undefined` if absent. */
type Cause<T> = (was: T | undefined, is: T | undefined) => boolean;

/** The events of a kind of record and their causes. */
export interface RecordEvents {
  resource: string;
  /** Kind of item that contains the records. */
  holder: string;
  /** Whether an event has the item's version, so fits one change. */
  isVersioned: boolean;
  /** Whether the item's key contains the record's id. */
  keyHasId: boolean;
  /** Finds a record in its item. */
  read(item: Record<string, unknown>, id: string): object | undefined;
  caused(was: object | undefined, is: object | undefined): string[];
  types: readonly string[];
}

interface AnnouncingEntity<T, E extends string> {
  readonly name: string;
  readonly announces?: EventDeclaration<T, E> | undefined;
}

type Causes<T, E extends string> = Readonly<Record<E, Cause<T> | typeof OTHER_CHANGE>>;

/** The cause of an event for any change that has no other event. */
export const OTHER_CHANGE = "otherwise";

export function isCreated(was: object | undefined, is: object | undefined): boolean {
  return !was && is !== undefined;
}

export function isDeleted(was: object | undefined, is: object | undefined): boolean {
  return was !== undefined && !is;
}

/** The record gets one of these statuses. */
export function reachesStatus(...to: readonly string[]): Cause<{ status: string }> {
  const isThere = (record: { status: string } | undefined) =>
    record !== undefined && to.includes(record.status);
  return (was, is) => isThere(is) && !isThere(was);
}

export function createdUpdatedDeleted<E extends string>(
  names: readonly [created: E, updated: E, deleted: E],
): Record<E, Cause<object> | typeof OTHER_CHANGE> {
  const [created, updated, deleted] = names;
  return { [created]: isCreated, [updated]: OTHER_CHANGE, [deleted]: isDeleted } as Record<E, Cause<object>>;
}

/** Causes of events of whole items. */
export function causesOf<T extends object, Key, E extends string, L>(
  entity: Entity<T, Key, E, L>,
  causes: Causes<T, NoInfer<E>>,
  keyHasId = true,
): RecordEvents {
  const read = (item: Record<string, unknown>) => entity.parse(item);
  return { ...recordEvents(entity, causes), holder: entity.name, isVersioned: true, keyHasId, read };
}

/** Causes of events of records that are stored inside another item, or under another name. */
export function causesWithin<W extends object, Key, L, T extends object, E extends string>(
  announcedEntity: AnnouncingEntity<T, E>,
  holder: Entity<W, Key, never, L> | Entity<W, Key, string, L>,
  find: (container: W, id: string) => T | undefined,
  causes: Causes<T, NoInfer<E>>,
  isVersioned = false,
): RecordEvents {
  const read = (item: Record<string, unknown>, id: string) => find(holder.parse(item) as W, id);
  return {
    ...recordEvents(announcedEntity, causes),
    holder: holder.name,
    isVersioned,
    keyHasId: isVersioned,
    read,
  };
}

function recordEvents<T extends object, E extends string>(
  { name, announces }: AnnouncingEntity<T, E>,
  causes: Causes<T, E>,
) {
  const all = Object.entries<Cause<T> | typeof OTHER_CHANGE>(causes);
  // Safe: an item of this kind contains its records.
  const caused = (was: object | undefined, is: object | undefined) => {
    const found = all.flatMap(([type, cause]) =>
      cause !== OTHER_CHANGE && cause(was as T | undefined, is as T | undefined) ? [type] : [],
    );
    const rest = all.flatMap(([type, cause]) => (cause === OTHER_CHANGE && was && is ? [type] : []));
    return found.length > 0 ? found : rest;
  };
  return { resource: announces?.resource ?? name, types: Object.keys(causes), caused };
}
