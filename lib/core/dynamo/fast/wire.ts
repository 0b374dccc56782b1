import type { Packing, PackingOptions } from "#core/dynamo/driver.ts";
import { once } from "#core/dynamo/key.ts";

// Writes a call's text from plain values, and reads plain values from a parsed reply. The SDK builds a tree
// in DynamoDB's notation in between, and so costs several times as much.

type Fields = Record<string, unknown>;

/** Members of calls that hold one item or some values, and those that hold lists of items. */
const ITEM_MEMBERS: ReadonlySet<string> = new Set([
  "Item",
  "Key",
  "Attributes",
  "ExpressionAttributeValues",
  "ExclusiveStartKey",
  "LastEvaluatedKey",
]);
const LIST_MEMBERS: ReadonlySet<string> = new Set(["Items", "Keys"]);
/** The member of a batch read's reply that maps table names to their items. */
const ITEMS_BY_TABLE = "Responses";

/** The text of a request. Members that are `undefined` are left out. */
export function writeCall(input: unknown): string {
  if (Array.isArray(input)) return `[${input.map(writeCall).join(",")}]`;
  if (typeof input !== "object" || input === null) return JSON.stringify(input);
  return writeMembers(input as Fields, (content, name) => {
    if (ITEM_MEMBERS.has(name)) return writeItem(content as Fields);
    if (LIST_MEMBERS.has(name)) return `[${(content as Fields[]).map(writeItem).join(",")}]`;
    return writeCall(content);
  });
}

/** A reply with plain values in place of those in DynamoDB's notation. */
export function readCall(reply: unknown, name = ""): unknown {
  if (typeof reply !== "object" || reply === null) return reply;
  if (ITEM_MEMBERS.has(name)) return readItem(reply as Fields);
  if (Array.isArray(reply)) {
    return LIST_MEMBERS.has(name) ? reply.map(readItem) : reply.map((each) => readCall(each));
  }
  if (name === ITEMS_BY_TABLE)
    return readMembers(reply as Fields, (items) => (items as Fields[]).map(readItem));
  return readMembers(reply as Fields, readCall);
}

/**
 * Converts an item in DynamoDB's notation to plain values. Its attributes come in any order: an ordinary object would
 * get a hidden class of the engine for each order, which costs more than the rest.
 */
export function readItem(item: Fields): Fields {
  const made = Object.create(null) as Fields;
  for (const name in item) {
    const attribute = item[name] as { S?: unknown };
    // Most values are texts.
    made[name] = attribute.S === undefined ? readValue(attribute) : attribute.S;
  }
  return made;
}

/** Reads DynamoDB's notation of a value: an object with one member, named by the type. */
function readValue(notation: unknown): unknown {
  const fields = notation as Fields;
  for (const type in fields) {
    const content = fields[type];
    switch (type) {
      case "S":
      case "BOOL":
        return content;
      case "N":
        return Number(content);
      case "NULL":
        return null;
      case "M":
        return readMembers(content as Fields, readValue);
      case "L":
        return (content as unknown[]).map(readValue);
      case "B":
        return bytesFrom(content);
      case "SS":
        return new Set(content as string[]);
      case "NS":
        return new Set((content as string[]).map(Number));
      default:
        throw new Error(`The table has a value of the type ${type}, which nothing here writes.`);
    }
  }
  throw new Error("The table has a value without a type.");
}

function bytesFrom(content: unknown): Uint8Array {
  return content instanceof Uint8Array ? content : new Uint8Array(Buffer.from(String(content), "base64"));
}

function writeItem(item: Fields): string {
  return writeMembers(item, writeValue);
}

function writeValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `{"S":${JSON.stringify(value)}}`;
    case "number":
      if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
        throw new Error(`The table cannot keep ${value} as it is.`);
      return `{"N":"${value}"}`;
    case "boolean":
      return `{"BOOL":${value}}`;
    case "object":
      return writeObject(value);
    default:
      throw new Error(`The table cannot keep a ${typeof value}.`);
  }
}

function writeObject(value: object | null): string {
  if (value === null) return '{"NULL":true}';
  if (Array.isArray(value)) {
    const items = value.filter((each) => each !== undefined);
    return `{"L":[${items.map(writeValue).join(",")}]}`;
  }
  if (value instanceof Uint8Array) return `{"B":"${Buffer.from(value).toString("base64")}"}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new Error(`The table cannot keep a ${value.constructor.name}.`);
  return `{"M":${writeItem(value as Fields)}}`;
}

function writeMembers(fields: Fields, write: (content: unknown, name: string) => string): string {
  let text = "";
  for (const name of Object.keys(fields)) {
    const content = fields[name];
    if (content === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${write(content, name)}`;
  }
  return `{${text}}`;
}

function readMembers(fields: Fields, read: (content: unknown, name: string) => unknown): Fields {
  const made: Fields = {};
  for (const name of Object.keys(fields)) {
    const content = read(fields[name], name);
    if (name === PROTOTYPE_NAME) defineMember(made, name, content);
    else made[name] = content;
  }
  return made;
}

/** Assigning this name would set the object's prototype. */
const PROTOTYPE_NAME = "__proto__";

function defineMember(made: Fields, name: string, value: unknown): void {
  Object.defineProperty(made, name, { value, enumerable: true, writable: true, configurable: true });
}

/** The attribute with the text of a record that is stored as one. */
export const RECORD_ATTRIBUTE = "_r";

/**
 * The functions that turn the fields of a record into attributes and back. Some fields become a JSON text each, or all
 * but some become one text.
 *
 * @param fieldsOf returns the record's fields, in the order of its schema; called with the first record, because a
 *   schema is not built before it is used
 */
export function packing(fieldsOf: () => readonly string[], { packed = [], asText }: PackingOptions): Packing {
  const texts: ReadonlySet<string> = new Set(packed);
  const alone = asText && [...asText.but, ...packed];
  const named = once(() => {
    const fields = fieldsOf();
    const apart: readonly string[] = alone ?? fields;
    return { apart, together: fields.filter((name) => !apart.includes(name)) };
  });

  const attribute = (name: string, value: unknown) =>
    texts.has(name) && typeof value === "object" && value !== null ? JSON.stringify(value) : value;

  const content = (name: string, value: unknown) =>
    typeof value === "string" && texts.has(name) ? JSON.parse(value) : value;

  return {
    attributes: alone && [RECORD_ATTRIBUTE, ...alone],

    pack(whole: Fields): Fields {
      if (!asText) {
        if (packed.length === 0) return whole;
        const made = { ...whole };
        for (const name of packed) made[name] = attribute(name, made[name]);
        return made;
      }
      const { apart, together } = named();
      const inText: Fields = {};
      for (const name of together) inText[name] = whole[name];
      const made: Fields = { [RECORD_ATTRIBUTE]: JSON.stringify(inText) };
      for (const name of apart) if (whole[name] !== undefined) made[name] = attribute(name, whole[name]);
      return made;
    },

    packSome(some: Fields): Fields {
      const { together } = named();
      const made: Fields = {};
      for (const [name, value] of Object.entries(some)) {
        if (together.includes(name))
          throw new Error(`${name} is stored with the record and not changed in place.`);
        made[name] = attribute(name, value);
      }
      return made;
    },

    unpack(item: Fields): Fields {
      const text = item[RECORD_ATTRIBUTE];
      const unpacked: Fields = typeof text === "string" ? JSON.parse(text) : {};
      for (const name of named().apart) {
        const value = item[name];
        if (value !== undefined) unpacked[name] = content(name, value);
      }
      return unpacked;
    },
  };
}
