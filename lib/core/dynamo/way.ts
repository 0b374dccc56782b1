import type { DynamoDBClient, DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import type * as documents from "@aws-sdk/lib-dynamodb";

type Fields = Record<string, unknown>;

/**
 * All of the table that can be done in more ways than one. `fast/way.ts` is tuned. `plain.ts` is the SDK's document
 * client and takes the place of all of `fast` by one line: the one of `#core/dynamo/fast/way.ts` in `package.json`.
 */
export interface TableDriver {
  /** The commands, with our own values. */
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
  /** What a client is made with besides. */
  settings: Pick<DynamoDBClientConfig, "sha256">;
  /** A client that takes these commands. */
  speaking(client: DynamoDBClient): documents.DynamoDBDocumentClient;
  /** How the fields of a kind of record are attributes of its item; `fieldsOf` is asked with the first record. */
  packing(fieldsOf: () => readonly string[], options: PackingOptions): Packing;
  /** What is remembered of reads, to guess what to read along: never an answer. `most` is how many. */
  lately<T>(most?: number): RecentReads<T>;
}

/** Fields that may be texts of JSON each, or all but some that may be one together: see `EntityOptions`. */
export interface PackingOptions {
  packed?: readonly string[];
  asText?: { but: readonly string[] };
}

export interface Packing {
  /** The attributes that a record is read from; all of an item where they are not told. */
  attributes: readonly string[] | undefined;
  /** The fields as they are stored. A field without a value stays without. */
  pack(record: Fields): Fields;
  /** The fields that a change in place sets, as they are stored. */
  packSome(some: Fields): Fields;
  /** The fields of an item as they were before `pack`, in the order of their names. */
  unpack(item: Fields): Fields;
}

export interface RecentReads<T> {
  get(name: string): T | undefined;
  /** Remembers something; the oldest goes where there are too many. */
  set(name: string, value: T): void;
}
