import type { DynamoDBClient, DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import type * as documents from "@aws-sdk/lib-dynamodb";

type Fields = Record<string, unknown>;

/**
 * Everything of the table that has two implementations. `fast/driver.ts` is tuned. `plain-driver.ts` uses the SDK's
 * document client and replaces all of `fast` by one line: that of `#core/dynamo/fast/driver.ts` in `package.json`.
 */
export interface TableDriver {
  /** The commands, which take plain values. */
  commands: Pick<
    typeof documents,
    | "GetCommand"
    | "PutCommand"
    | "UpdateCommand"
    | "DeleteCommand"
    | "QueryCommand"
    | "ScanCommand"
    | "BatchGetCommand"
    | "BatchWriteCommand"
    | "TransactWriteCommand"
  >;
  /** Further options of a client. */
  settings: Pick<DynamoDBClientConfig, "sha256">;
  /** Makes the SDK's client take these commands. */
  wrapClient(client: DynamoDBClient): documents.DynamoDBDocumentClient;
  /** How the fields of a kind of record become attributes; `fieldsOf` is called with the first record. */
  packing(fieldsOf: () => readonly string[], options: PackingOptions): Packing;
  /** Remembers at most so many recent reads. They hint at what to read next, and are never an answer. */
  recentReads<T>(most?: number): RecentReads<T>;
}

/** Which fields are stored as a JSON text each, or all but some as one text: see `EntityOptions`. */
export interface PackingOptions {
  packed?: readonly string[];
  asText?: { but: readonly string[] };
}

export interface Packing {
  /** The attributes that a record is read from; `undefined` reads whole items. */
  attributes: readonly string[] | undefined;
  /** The fields as they are stored. A field without a value has no attribute. */
  pack(record: Fields): Fields;
  /** The fields that a change in place sets, as they are stored. */
  packSome(some: Fields): Fields;
  /** The fields of an item as they were before `pack`, in the order of their names. */
  unpack(item: Fields): Fields;
}

export interface RecentReads<T> {
  get(name: string): T | undefined;
  /** Remembers a value, and forgets the oldest where there are too many. */
  set(name: string, value: T): void;
}
