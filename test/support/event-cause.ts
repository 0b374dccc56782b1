import type { EventDeclaration } from "#core/dynamo/declaration.ts";
import type { Entity } from "#core/dynamo/entity.ts";

/** Whether a change of a record is what an event tells of: the record before it and after it, absent where there is none. */
type Cause<T> = (was: T | undefined, is: T | undefined) => boolean;

/** How all events of a kind of record come about. */
export interface RecordEvents {
  resource: string;
  /** Kind of the items that hold such records. */
  holder: string;
  /** Whether an event has the number of the item's version, and so tells of that change alone. */
  isVersioned: boolean;
  /** Whether the item's key has the record's id in it. */
  isNamed: boolean;
  /** The record of an id, of the item that holds it. */
  read(item: Record<string, unknown>, id: string): object | undefined;
  /** Types of events that a change causes. */
  caused(was: object | undefined, is: object | undefined): string[];
  types: readonly string[];
}

interface Told<T, E extends string> {
  readonly name: string;
  readonly announces?: EventDeclaration<T, E> | undefined;
}

type Causes<T, E extends string> = Readonly<Record<E, Cause<T> | typeof OTHER_CHANGE>>;

/** The cause of what tells that a record has changed, and of nothing besides. */
export const OTHER_CHANGE = "otherwise";

export function isCreated(was: object | undefined, is: object | undefined): boolean {
  return !was && is !== undefined;
}

export function isDeleted(was: object | undefined, is: object | undefined): boolean {
  return was !== undefined && !is;
}

/** The record comes to one of these statuses. */
export function reachesStatus(...to: readonly string[]): Cause<{ status: string }> {
  const isThere = (record: { status: string } | undefined) =>
    record !== undefined && to.includes(record.status);
  return (was, is) => isThere(is) && !isThere(was);
}

/** A record that comes, changes and goes. */
export function createdUpdatedDeleted<E extends string>(
  names: readonly [created: E, updated: E, deleted: E],
): Record<E, Cause<object> | typeof OTHER_CHANGE> {
  const [created, updated, deleted] = names;
  return { [created]: isCreated, [updated]: OTHER_CHANGE, [deleted]: isDeleted } as Record<E, Cause<object>>;
}

/** The causes of all events of a kind of record that is an item. */
export function causesOf<T extends object, Key, E extends string, L>(
  entity: Entity<T, Key, E, L>,
  causes: Causes<T, NoInfer<E>>,
  isNamed = true,
): RecordEvents {
  const read = (item: Record<string, unknown>) => entity.parse(item);
  return { ...kind(entity, causes), holder: entity.name, isVersioned: true, isNamed, read };
}

/** The same of what stands within an item of another kind, or is told under another name. */
export function causesWithin<W extends object, Key, L, T extends object, E extends string>(
  told: Told<T, E>,
  holder: Entity<W, Key, never, L> | Entity<W, Key, string, L>,
  find: (whole: W, id: string) => T | undefined,
  causes: Causes<T, NoInfer<E>>,
  isVersioned = false,
): RecordEvents {
  const read = (item: Record<string, unknown>, id: string) => find(holder.parse(item) as W, id);
  return { ...kind(told, causes), holder: holder.name, isVersioned, isNamed: isVersioned, read };
}

function kind<T extends object, E extends string>({ name, announces }: Told<T, E>, causes: Causes<T, E>) {
  const all = Object.entries<Cause<T> | typeof OTHER_CHANGE>(causes);
  // Safe: what is read of the items of a kind are its records.
  const caused = (was: object | undefined, is: object | undefined) => {
    const found = all.flatMap(([type, cause]) =>
      cause !== OTHER_CHANGE && cause(was as T | undefined, is as T | undefined) ? [type] : [],
    );
    const rest = all.flatMap(([type, cause]) => (cause === OTHER_CHANGE && was && is ? [type] : []));
    return found.length > 0 ? found : rest;
  };
  return { resource: announces?.resource ?? name, types: Object.keys(causes), caused };
}
