import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod";
import type { ApiError } from "#core/errors.ts";
import { table, tableName } from "./client.ts";
import { INDEXES, type IndexName } from "./layout.ts";
import { compile, type Slots, type Template } from "./template.ts";
import { termWrites } from "./terms.ts";
import type { Write } from "./transact.ts";

/** Holds the version under which a record was read, and survives `{...record}`; never serialised. */
export const VERSION: unique symbol = Symbol("version");

/** A record read from the table, or made by `create`. */
export type Stored<T> = T & { [VERSION]?: number };

/** What a kind of record can be listed by; `by_updated` and `by_key` are sort keys of the indexes. */
export interface IndexTemplates {
  list: string;
  child: string;
  by_updated: string;
  by_key: string;
  due: string;
  due_at: string;
}

/**
 * How a record goes when its tenant or its person does: with the partition that its owner leads; with each record of a
 * parent kind, whose id fills the slot named; by expiry alone; or not at all, because it holds nothing of theirs.
 */
export type Deletion =
  | "partition"
  | { below: string; slot: string }
  | "expires"
  | "unaffected"
  | { job: string };

export interface EntityOptions<S extends z.ZodObject, Pk extends string, Sk extends string> {
  name: string;
  schema: S;
  pk: Template<Pk, z.output<S>>;
  sk: Template<Sk, z.output<S>>;
  /** Index keys, computed at every write; a template whose field is absent or null leaves the index out. */
  indexes?: Partial<IndexTemplates> | ((record: z.output<S>) => Partial<IndexTemplates>);
  /** Words and facets that `query` and filters find the record by; see `terms.ts`. */
  terms?: (record: z.output<S>) => string[];
  /** Seconds after which the table may drop the record. Whoever reads it compares the clock all the same. */
  ttl?: (record: z.output<S>) => number | undefined;
  /** Field that holds the tenant's id. */
  tenant?: keyof z.output<S> & string;
  deletion: { tenant: Deletion; person: Deletion };
}

/** Records of a page unless asked otherwise. */
export const DEFAULT_PAGE = 20;

export interface Range {
  /** Sort keys from here, inclusive. */
  from?: string;
  /** Sort keys up to here, inclusive. */
  to?: string;
  prefix?: string;
}

export interface QueryOptions extends Range {
  index?: IndexName;
  limit?: number;
  descending?: boolean;
  consistent?: boolean;
  /** LastEvaluatedKey of the page before. */
  after?: Record<string, unknown> | undefined;
}

export type Entity<T extends object, Key> = ReturnType<typeof build<T, Key>>;
export type AnyEntity = Pick<Entity<never, never>, "name" | "pk" | "sk" | "deletion" | "tenant" | "indexes">;

const registry = new Map<string, AnyEntity>();

/** Every kind of record declared so far: for cascades, and for the test that each says how it is deleted. */
export function entities(): AnyEntity[] {
  return [...registry.values()];
}

/**
 * Declares a kind of record: its schema, its keys and how it is deleted.
 *
 * Reads return parsed records that carry their version. Writes are values (`create`, `replace`, `remove` …) for
 * `transact`; building one touches nothing.
 */
export function entity<S extends z.ZodObject, const Pk extends string, const Sk extends string>(
  options: EntityOptions<S, Pk, Sk>,
): Entity<z.output<S>, Pick<z.output<S>, (Slots<Pk> | Slots<Sk>) & keyof z.output<S>>> {
  // Safe: the template types above made sure that every slot is a field of the record.
  const made = build(options as unknown as BuildOptions<z.output<S>>);
  registry.set(made.name, made as unknown as AnyEntity);
  return made as never;
}

interface BuildOptions<T> {
  name: string;
  schema: z.ZodObject;
  pk: string;
  sk: string;
  indexes?: Partial<IndexTemplates> | ((record: T) => Partial<IndexTemplates>);
  terms?: (record: T) => string[];
  ttl?: (record: T) => number | undefined;
  tenant?: string;
  deletion: { tenant: Deletion; person: Deletion };
}

function build<T extends object, Key>(options: BuildOptions<T>) {
  const { name, schema } = options;
  const pkOf = compile(options.pk);
  const skOf = compile(options.sk);

  const key = (slots: Key) => ({ pk: pkOf(slots as object as never), sk: skOf(slots as object as never) });

  const parse = (item: Record<string, unknown>): Stored<T> => {
    const result = schema.safeParse(item);
    if (!result.success) {
      throw new Error(
        `The stored ${name} ${String(item.pk)} ${String(item.sk)} does not parse: ${result.error.message}`,
      );
    }
    return Object.assign(result.data, { [VERSION]: Number(item._v ?? 1) }) as unknown as Stored<T>;
  };

  const toItem = (record: T, version: number): Record<string, unknown> => {
    const fields = record as Record<string, unknown>;
    const terms = options.terms ? [...new Set(options.terms(record))] : [];
    return {
      ...fields,
      pk: pkOf(fields),
      sk: skOf(fields),
      ...indexKeys(options.indexes, record),
      ...(terms.length > 0 ? { terms } : {}),
      ...(options.ttl?.(record) === undefined ? {} : { ttl: options.ttl(record) }),
      _t: name,
      _v: version,
    };
  };

  const write = (partial: Omit<Write, "entity">): Write => ({ entity: name, ...partial });
  const unchanged = (record: Stored<T>) => ({
    expression: "#v = :v",
    names: { "#v": "_v" },
    values: { ":v": record[VERSION] ?? 1 },
  });

  return {
    ...options,
    key,
    parse,

    /** Reads one record, strongly consistent; `undefined` when there is none. */
    async find(slots: Key): Promise<Stored<T> | undefined> {
      const reply = await table().send(
        new GetCommand({ TableName: tableName(), Key: key(slots), ConsistentRead: true }),
      );
      return reply.Item ? parse(reply.Item) : undefined;
    },

    /** Reads one record, strongly consistent; throws `missing` when there is none. */
    async get(slots: Key, missing: ApiError): Promise<Stored<T>> {
      const record = await this.find(slots);
      if (!record) throw missing;
      return record;
    },

    /** Reads many records by key, in the order asked; those that do not exist are left out. */
    async batchGet(slots: Key[]): Promise<Stored<T>[]> {
      const items = await batchGetItems(slots.map(key));
      return items.map(parse);
    },

    /** One page of a partition of the table or of an index, at most 1 MB, with DynamoDB's own cursor. */
    async query(
      partition: string,
      range: QueryOptions = {},
    ): Promise<{ records: Stored<T>[]; after: Record<string, unknown> | undefined }> {
      const { items, after } = await queryItems(partition, range);
      return { records: items.map(parse), after };
    },

    /** The partition key for these slots, for `query`. */
    partition(slots: Partial<T>): string {
      return pkOf(slots as Record<string, unknown>);
    },

    /** Makes a new record; `exists` is what its key being taken means. */
    create(record: T, exists?: ApiError): Write {
      return write({
        put: toItem(record, 1),
        condition: { expression: "attribute_not_exists(pk)" },
        failure: exists ?? "conflict",
        also: termWrites(options.terms, toItem(record, 1), undefined),
      });
    },

    /** Writes a record whatever was there. */
    put(record: T): Write {
      return write({ put: toItem(record, 1) });
    },

    /** Writes a changed record if nobody has changed it since `before` was read; otherwise the verb is run again. */
    replace(before: Stored<T>, after: T): Write {
      const version = (before[VERSION] ?? 1) + 1;
      return write({
        put: toItem(after, version),
        condition: unchanged(before),
        failure: "conflict",
        also: termWrites(options.terms, toItem(after, version), toItem(before, version)),
      });
    },

    /** Deletes a record if nobody has changed it since it was read. */
    remove(record: Stored<T>): Write {
      return write({
        remove: { pk: pkOf(record as never), sk: skOf(record as never) },
        condition: unchanged(record),
        failure: "conflict",
        also: termWrites(options.terms, undefined, toItem(record, 1)),
      });
    },

    /** Deletes by key; it being gone already is fine unless `missing` says what that means. */
    removeKey(slots: Key, missing?: ApiError): Write {
      return write({
        remove: key(slots),
        ...(missing ? { condition: { expression: "attribute_exists(pk)" }, failure: missing } : {}),
      });
    },

    /** Demands that a record is still as it was read. */
    check(record: Stored<T>, failure: ApiError | "conflict" = "conflict"): Write {
      return write({
        check: { pk: pkOf(record as never), sk: skOf(record as never) },
        condition: unchanged(record),
        failure,
      });
    },

    /** Demands that a record exists, whatever it says. */
    checkExists(slots: Key, missing: ApiError): Write {
      return write({
        check: key(slots),
        condition: { expression: "attribute_exists(pk)" },
        failure: missing,
      });
    },

    /**
     * Adds to numbers at once, atomically, and reads the record that results; `undefined` when the condition does not
     * hold. Not for records whose index keys depend on these numbers.
     */
    async increment(
      slots: Key,
      amounts: Partial<Record<keyof T & string, number>>,
      condition: { expression: string; values?: Record<string, unknown>; names?: Record<string, string> },
    ): Promise<Stored<T> | undefined> {
      const item = await incrementItem(key(slots), amounts, condition);
      return item && parse(item);
    },

    /** Changes fields in place: numbers of `add` are added, `set` replaces. For counters; index keys are not recomputed. */
    update(
      slots: Key,
      change: { add?: Partial<T>; set?: Partial<T> },
      condition?: Write["condition"],
      failure?: ApiError,
    ): Write {
      return write({ update: { key: key(slots), ...change }, condition, failure: failure ?? "conflict" });
    },
  };
}

/** Reads raw items of a partition; see `QueryOptions`. */
export async function queryItems(
  partition: string,
  { index, limit, descending, consistent, after, from, to, prefix }: QueryOptions,
): Promise<{ items: Record<string, unknown>[]; after: Record<string, unknown> | undefined }> {
  const keys = index ? INDEXES[index] : { partition: "pk", sort: "sk" };
  const values: Record<string, unknown> = { ":p": partition };
  let expression = "#p = :p";
  if (prefix !== undefined && prefix !== "") {
    expression += " and begins_with(#s, :x)";
    values[":x"] = prefix;
  } else if (from !== undefined || to !== undefined) {
    expression += " and #s between :from and :to";
    values[":from"] = from ?? " ";
    values[":to"] = to ?? "\u{10FFFF}";
  }
  const reply = await table().send(
    new QueryCommand({
      TableName: tableName(),
      ...(index ? { IndexName: index } : {}),
      KeyConditionExpression: expression,
      ExpressionAttributeNames: {
        "#p": keys.partition,
        ...(expression.includes("#s") ? { "#s": keys.sort } : {}),
      },
      ExpressionAttributeValues: values,
      ScanIndexForward: !descending,
      ...(limit === undefined ? {} : { Limit: limit }),
      ...(consistent ? { ConsistentRead: true } : {}),
      ...(after ? { ExclusiveStartKey: after } : {}),
    }),
  );
  return { items: reply.Items ?? [], after: reply.LastEvaluatedKey };
}

async function incrementItem(
  key: { pk: string; sk: string },
  amounts: Record<string, unknown>,
  condition: { expression: string; values?: Record<string, unknown>; names?: Record<string, string> },
): Promise<Record<string, unknown> | undefined> {
  const fields = Object.entries(amounts);
  try {
    const reply = await table().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: `ADD ${fields.map((_, index) => `#f${index} :f${index}`).join(", ")}`,
        ConditionExpression: `attribute_exists(pk) and (${condition.expression})`,
        ExpressionAttributeNames: {
          ...condition.names,
          ...Object.fromEntries(fields.map(([name], index) => [`#f${index}`, name])),
        },
        ExpressionAttributeValues: {
          ...condition.values,
          ...Object.fromEntries(fields.map(([, amount], index) => [`:f${index}`, amount])),
        },
        ReturnValues: "ALL_NEW",
      }),
    );
    return reply.Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

const BATCH = 100;

/** Reads raw items by key, 100 a request, in the order asked; keys without an item are left out. */
export async function batchGetItems(
  keys: { pk: string; sk: string }[],
  consistent = false,
): Promise<Record<string, unknown>[]> {
  const found = new Map<string, Record<string, unknown>>();
  const unique = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, key])).values()];
  const chunks = Array.from({ length: Math.ceil(unique.length / BATCH) }, (_, index) =>
    unique.slice(index * BATCH, (index + 1) * BATCH),
  );
  await Promise.all(chunks.map((chunk) => readChunk(chunk, consistent, found)));
  return keys.map(({ pk, sk }) => found.get(`${pk}\n${sk}`)).filter((item) => item !== undefined);
}

async function readChunk(
  chunk: { pk: string; sk: string }[],
  consistent: boolean,
  found: Map<string, Record<string, unknown>>,
): Promise<void> {
  let pending: Record<string, unknown>[] | undefined = chunk;
  while (pending && pending.length > 0) {
    const reply: {
      Responses?: Record<string, Record<string, unknown>[]>;
      UnprocessedKeys?: Record<string, { Keys?: Record<string, unknown>[] | undefined }>;
    } = await table().send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: pending, ConsistentRead: consistent } } }),
    );
    for (const item of reply.Responses?.[tableName()] ?? []) found.set(`${item.pk}\n${item.sk}`, item);
    pending = reply.UnprocessedKeys?.[tableName()]?.Keys;
  }
}

function indexKeys<T>(
  indexes: Partial<IndexTemplates> | ((record: T) => Partial<IndexTemplates>) | undefined,
  record: T,
): Record<string, string> {
  if (!indexes) return {};
  const templates = typeof indexes === "function" ? indexes(record) : indexes;
  const keys: Record<string, string> = {};
  for (const [attribute, template] of Object.entries(templates)) {
    const compiled = compileIfFilled(template, record as Record<string, unknown>);
    if (compiled !== undefined) keys[attribute] = compiled;
  }
  return keys;
}

const compiled = new Map<string, { slots: string[]; fill: (fields: Record<string, unknown>) => string }>();

function compileIfFilled(template: string, record: Record<string, unknown>): string | undefined {
  let entry = compiled.get(template);
  if (!entry) {
    entry = {
      slots: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
      fill: compile(template),
    };
    compiled.set(template, entry);
  }
  return entry.slots.every(
    (name) => record[name] !== undefined && record[name] !== null && record[name] !== "",
  )
    ? entry.fill(record)
    : undefined;
}
