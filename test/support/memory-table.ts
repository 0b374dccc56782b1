import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { type Key, keyName, keyOfItem } from "#core/dynamo/key.ts";
import { INDEXES, type IndexName } from "#core/dynamo/layout.ts";

type Item = Record<string, unknown>;

/** Expressions, names and values of a request. */
interface Expressions {
  ConditionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}
type RequestPart = Expressions & { Key?: Key; Item?: Item };
type Transaction = Record<"Put" | "Delete" | "Update" | "ConditionCheck", RequestPart | undefined>[];

/** Called with the old and new item. */
type ChangeListener = (before: Item | undefined, after: Item | undefined) => void;

const ERROR_FIELDS = { message: "refused", $metadata: { httpStatusCode: 400 } };

/**
 * An in-memory table with DynamoDB's guarantees: atomic commands and conditions. It supports only expressions
 * that lib/core writes, and rejects others.
 */
export class MemoryTable {
  readonly items = new Map<string, Item>();
  /** Items by partition. */
  readonly #partitions = new Map<string, Map<string, Item>>();
  /** Items by partition of an index, named `list <partition>`. */
  readonly #indexed = new Map<string, Map<string, Item>>();
  readonly #changed: ChangeListener;
  /** Whether conditions on an item with this key are checked. */
  checksConditions: (key: Key) => boolean = () => true;

  constructor(changed: ChangeListener = () => undefined) {
    this.#changed = changed;
  }

  /** @param command name of the SDK's command */
  perform(command: string, input: object): object {
    const sent = input as RequestPart & Record<string, unknown>;
    switch (command.replace(/Command$/, "")) {
      case "GetItem":
        return { Item: this.#read(sent.Key) };
      case "BatchGetItem":
        return this.#batchGet(sent.RequestItems as Record<string, { Keys: Key[] }>);
      case "Query":
        return this.#query(sent);
      case "PutItem":
        return this.#alone({ Put: sent });
      case "DeleteItem":
        return this.#alone({ Delete: sent });
      case "UpdateItem":
        return this.#alone({ Update: sent });
      case "TransactWriteItems":
        return this.#transact(sent.TransactItems as Transaction);
      case "BatchWriteItem":
        return this.#batchWrite(sent.RequestItems as Record<string, Record<string, RequestPart>[]>);
      default:
        throw new Error(`The table in memory knows no ${command}.`);
    }
  }

  #read(key: Key | undefined): Item | undefined {
    const item = key && this.items.get(keyName(key));
    return item && copyItem(item);
  }

  #batchGet(tables: Record<string, { Keys: Key[] }>) {
    const found = Object.entries(tables).map(([name, { Keys }]) => [
      name,
      Keys.flatMap((key) => this.#read(key) ?? []),
    ]);
    return { Responses: Object.fromEntries(found) };
  }

  #query(sent: RequestPart & Record<string, unknown>) {
    const { ExpressionAttributeValues: values = {}, Limit, ExclusiveStartKey: start } = sent;
    const sign = sent.ScanIndexForward === false ? -1 : 1;
    const index = sent.IndexName ? INDEXES[sent.IndexName as IndexName] : { partition: "pk", sort: "sk" };
    const order = (item: Item) => `${String(item[index.sort])}\n${String(item.pk)}\n${String(item.sk)}`;
    const wanted = String(values[":p"]);
    const those = sent.IndexName
      ? this.#indexed.get(`${index.partition} ${wanted}`)
      : this.#partitions.get(wanted);
    const all = [...(those?.values() ?? [])]
      .filter((item) => item[index.sort] !== undefined)
      .filter((item) => isInRange(String(item[index.sort]), values))
      .sort((one, other) => sign * (order(one) < order(other) ? -1 : 1));
    const isAfter = (item: Item, last: Item) => (order(item) > order(last) ? 1 : -1) === sign;
    const rest = start
      ? all.filter((item) => order(item) !== order(start as Item) && isAfter(item, start as Item))
      : all;
    const page = typeof Limit === "number" ? rest.slice(0, Limit) : rest;
    const last = page.at(-1);
    const more = last && page.length < rest.length;
    const after =
      more &&
      Object.fromEntries(
        [...new Set(["pk", "sk", index.partition, index.sort])].map((name) => [name, last[name]]),
      );
    return { Items: page.map(copyItem), ...(after ? { LastEvaluatedKey: after } : {}) };
  }

  #alone(part: Partial<Transaction[number]>) {
    const [[, expressions] = []] = Object.entries(part);
    if (!expressions) return {};
    if (!this.#holds(expressions)) throw new ConditionalCheckFailedException(ERROR_FIELDS);
    return { Attributes: this.#write(part) };
  }

  #transact(parts: Transaction) {
    const reasons = parts.map((part): CancellationReason => {
      const expressions = part.Put ?? part.Delete ?? part.Update ?? part.ConditionCheck ?? {};
      return { Code: this.#holds(expressions) ? "None" : "ConditionalCheckFailed" };
    });
    const names = parts.map((part) =>
      keyName(keyOf(part.Put ?? part.Delete ?? part.Update ?? part.ConditionCheck ?? {})),
    );
    if (new Set(names).size < names.length)
      throw new Error(`A transaction touches an item twice: ${JSON.stringify(names)}`);
    if (parts.length > 100) throw new Error("A transaction touches more than 100 items.");
    if (reasons.some(({ Code }) => Code !== "None"))
      throw new TransactionCanceledException({ ...ERROR_FIELDS, CancellationReasons: reasons });
    for (const part of parts) this.#write(part);
    return {};
  }

  #batchWrite(sent: Record<string, Record<string, RequestPart>[]>) {
    for (const each of Object.values(sent).flat())
      this.#write({ Put: each.PutRequest, Delete: each.DeleteRequest });
    return {};
  }

  #holds(expressions: RequestPart): boolean {
    const key = keyOf(expressions);
    if (expressions.ConditionExpression === undefined || !this.checksConditions(key)) return true;
    return new Condition(expressions.ConditionExpression, expressions).holds(
      this.items.get(keyName(key)) ?? {},
    );
  }

  #write({ Put, Delete, Update }: Partial<Transaction[number]>): Item | undefined {
    const expressions = Put ?? Delete ?? Update;
    if (!expressions) return undefined;
    const key = keyOf(expressions);
    const before = this.items.get(keyName(key));
    const after = Delete
      ? undefined
      : Put
        ? (expressions.Item as Item)
        : updatedItem(before ?? { ...key }, expressions);
    this.#keep(key, after && copyItem(after));
    this.#changed(before, after);
    return after && copyItem(after);
  }

  #keep(key: Key, item: Item | undefined): void {
    const name = keyName(key);
    const before = this.items.get(name);
    for (const attribute of INDEXED) {
      if (before) partitionIn(this.#indexed, `${attribute} ${before[attribute]}`).delete(name);
      if (item?.[attribute] !== undefined)
        partitionIn(this.#indexed, `${attribute} ${item[attribute]}`).set(name, item);
    }
    if (item) {
      this.items.set(name, item);
      partitionIn(this.#partitions, key.pk).set(key.sk, item);
    } else {
      this.items.delete(name);
      partitionIn(this.#partitions, key.pk).delete(key.sk);
    }
  }

  /** Drops partitions that are no longer needed, to save memory. */
  drop(isOver: (pk: string) => boolean): void {
    for (const [pk, own] of this.#partitions) {
      if (!isOver(pk)) continue;
      for (const sk of [...own.keys()]) this.#keep({ pk, sk }, undefined);
      this.#partitions.delete(pk);
    }
    for (const [name, own] of this.#indexed) if (own.size === 0) this.#indexed.delete(name);
  }
}

/** Partition attributes of the indexes. */
const INDEXED = [...new Set(Object.values(INDEXES).map(({ partition }) => partition))];

function partitionIn<K>(partitions: Map<string, Map<K, Item>>, name: string): Map<K, Item> {
  const found = partitions.get(name) ?? new Map<K, Item>();
  partitions.set(name, found);
  return found;
}

function copyItem(item: Item): Item {
  const result: Item = {};
  for (const name in item) result[name] = copyValue(item[name]);
  return result;
}

function copyValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  return Array.isArray(value) ? value.map(copyValue) : copyItem(value as Item);
}

function keyOf({ Key, Item }: RequestPart): Key {
  return keyOfItem(Key ?? Item ?? {});
}

function isInRange(sort: string, values: Item): boolean {
  const { ":from": from, ":to": to } = values as Record<string, string | undefined>;
  return from === undefined || to === undefined || (sort >= from && sort <= to);
}

function pathOf(text: string, { ExpressionAttributeNames: names = {} }: Expressions): string[] {
  return text.split(".").map((part) => (part.startsWith("#") ? (names[part] ?? part) : part));
}

function valueAt(item: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (at as Item | undefined)?.[name], item);
}

function updatedItem(before: Item, expressions: Expressions): Item {
  const after = copyItem(before);
  const clauses = (expressions.UpdateExpression ?? "").split(/\b(SET|ADD|REMOVE)\b/).slice(1);
  const value = (text: string) => {
    const [, path, fallback] = /^if_not_exists\((\S+), (\S+)\)$/.exec(text) ?? [];
    if (path && fallback)
      return valueAt(before, pathOf(path, expressions)) ?? expressions.ExpressionAttributeValues?.[fallback];
    return expressions.ExpressionAttributeValues?.[text];
  };
  for (let at = 0; at < clauses.length; at += 2) {
    for (const part of (clauses[at + 1] ?? "").split(/,\s*(?![^(]*\))/).map((each) => each.trim())) {
      const [target = "", ...rest] = clauses[at] === "SET" ? part.split(" = ") : part.split(" ");
      const path = pathOf(target, expressions);
      const name = path.at(-1) ?? "";
      const holder = valueAt(after, path.slice(0, -1)) as Item | undefined;
      if (holder === undefined) throw new Error(`The path ${target} is not there.`);
      if (clauses[at] === "REMOVE") delete holder[name];
      else if (clauses[at] === "SET") holder[name] = copyValue(value(rest.join(" = ")));
      else holder[name] = Number(holder[name] ?? 0) + Number(value(rest.join(" ")));
    }
  }
  return after;
}

/** A parsed condition expression. */
class Condition {
  readonly #expressions: Expressions;
  readonly #tokens: string[];
  #at = 0;

  constructor(text: string, expressions: Expressions) {
    this.#expressions = expressions;
    this.#tokens = text.match(/<=|>=|<>|[=<>(),]|[#:]?[\w.#]+/g) ?? [];
  }

  holds(item: Item): boolean {
    const holds = this.#or(item);
    if (this.#at < this.#tokens.length) throw new Error(`Not understood: ${this.#tokens.join(" ")}`);
    return holds;
  }

  #take(token?: string): string {
    const next = this.#tokens[this.#at++] ?? "";
    if (token !== undefined && next !== token)
      throw new Error(`${token} expected: ${this.#tokens.join(" ")}`);
    return next;
  }

  #or(item: Item): boolean {
    let holds = this.#and(item);
    while (this.#tokens[this.#at] === "or") {
      this.#take();
      holds = this.#and(item) || holds;
    }
    return holds;
  }

  #and(item: Item): boolean {
    let holds = this.#term(item);
    while (this.#tokens[this.#at] === "and") {
      this.#take();
      holds = this.#term(item) && holds;
    }
    return holds;
  }

  #term(item: Item): boolean {
    const first = this.#take();
    if (first === "(") {
      const holds = this.#or(item);
      this.#take(")");
      return holds;
    }
    if (first === "attribute_exists" || first === "attribute_not_exists") {
      this.#take("(");
      const there = valueAt(item, pathOf(this.#take(), this.#expressions)) !== undefined;
      this.#take(")");
      return there === (first === "attribute_exists");
    }
    const by = this.#take();
    const [one, other] = [this.#value(first, item), this.#value(this.#take(), item)];
    if (one === undefined || other === undefined) return false;
    if (by === "=") return one === other;
    if (by === "<>") return one !== other;
    const [left, right] = [one as number, other as number];
    return by === "<="
      ? left <= right
      : by === ">="
        ? left >= right
        : by === "<"
          ? left < right
          : left > right;
  }

  #value(text: string, item: Item): unknown {
    return text.startsWith(":")
      ? this.#expressions.ExpressionAttributeValues?.[text]
      : valueAt(item, pathOf(text, this.#expressions));
  }
}
