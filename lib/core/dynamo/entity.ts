import type * as z from "zod";
import type {
  BuildOptions,
  ComputedOption,
  DueOption,
  EntityOptions,
  Partitions,
  ViewOption,
} from "./declaration.ts";
import { readsOf, writesOf } from "./entity-operations.ts";
import { shapeOf, type Versioned } from "./entity-shape.ts";
import type { IndexTemplates, Slots } from "./key.ts";

export type Stored<T> = T & Versioned;

export type Entity<T extends object, Key, E extends string = never, L = unknown> = ReturnType<
  typeof buildEntity<T, Key, E, L>
>;
export type AnyEntity = Pick<
  Entity<never, never>,
  | "announces"
  | "name"
  | "schema"
  | "pk"
  | "sk"
  | "deletion"
  | "tenant"
  | "indexes"
  | "ttl"
  | "outward"
  | "partitionsIn"
  | "termPartitions"
  | "parse"
> & { keyOf(record: object): { pk: string; sk: string } };

const registry = new Map<string, AnyEntity>();

/** Every kind of record declared so far, for cascades, and for the test that each of them declares its deletion. */
export function entities(): AnyEntity[] {
  return [...registry.values()];
}

/**
 * Declares a kind of record: its schema, its keys and how it is deleted. Reads return parsed records with their
 * version. Writes are values (`create`, `replace`, `remove` …) for `transact`; building one touches nothing.
 */
export function entity<
  S extends z.ZodObject,
  const Pk extends string,
  const Sk extends string,
  const E extends string = never,
  const I extends Partial<IndexTemplates> = Record<never, never>,
  V extends z.ZodObject = z.ZodObject,
>(
  options: EntityOptions<S, Pk, Sk, E, I, V> &
    ComputedOption<I, z.output<S>> &
    DueOption<I, z.output<S>> &
    ViewOption<z.output<S>, V>,
): Entity<
  z.output<S>,
  Pick<z.output<S>, (Slots<Pk> | Slots<Sk>) & keyof z.output<S>>,
  E,
  Partitions<Pk, I, z.output<S>>
> {
  // Safe: the template types above made sure that every slot is a field of the record.
  const made = buildEntity(options as unknown as BuildOptions<z.output<S>, E>);
  registry.set(made.name, made as unknown as AnyEntity);
  return made as never;
}

function buildEntity<T extends object, Key, E extends string, L>(options: BuildOptions<T, E>) {
  const shape = shapeOf<T, Key, L>(options);
  const { packSome: _packSome, keyToRead: _keyToRead, toItem: _toItem, ...open } = shape;
  return { ...options, ...open, ...readsOf(options, shape), ...writesOf(options, shape) };
}
