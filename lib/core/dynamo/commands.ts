import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand as QueryItemsCommand,
  ScanCommand as ScanItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type * as documents from "@aws-sdk/lib-dynamodb";
import { readCall, writeCall } from "./wire.ts";

// Safe, all of them: with `speakOwnValues` their inputs and outputs hold our own values, as those of the SDK's document
// client do, whose types these are.
export const GetCommand = GetItemCommand as unknown as typeof documents.GetCommand;
export const PutCommand = PutItemCommand as unknown as typeof documents.PutCommand;
export const UpdateCommand = UpdateItemCommand as unknown as typeof documents.UpdateCommand;
export const DeleteCommand = DeleteItemCommand as unknown as typeof documents.DeleteCommand;
export const QueryCommand = QueryItemsCommand as unknown as typeof documents.QueryCommand;
export const ScanCommand = ScanItemsCommand as unknown as typeof documents.ScanCommand;
export const BatchGetCommand = BatchGetItemCommand as unknown as typeof documents.BatchGetCommand;
export const BatchWriteCommand = BatchWriteItemCommand as unknown as typeof documents.BatchWriteCommand;
export const TransactWriteCommand =
  TransactWriteItemsCommand as unknown as typeof documents.TransactWriteCommand;

/** The schema that the SDK reads the body of a refusal with, before it knows which one. */
const ANY_DOCUMENT = 15;

interface Protocol {
  serializer: { write(schema: unknown, input: unknown): void; flush(): string | Uint8Array };
  deserializer: { read(schema: unknown, body: Uint8Array): unknown };
}

/**
 * Has a client write and read our own values: what it signs, sends, repeats and how it tells errors is the SDK's.
 *
 * @returns the client by the types of the commands above
 */
export function speakOwnValues(client: DynamoDBClient): documents.DynamoDBDocumentClient {
  // Safe: the protocol of a JSON service has these two, and the test of the wire says if a new SDK has not.
  const protocol = client.config.protocol as unknown as Protocol;
  const { deserializer } = protocol;
  let text = "{}";
  protocol.serializer = {
    write: (_schema, input) => {
      text = writeCall(input);
    },
    flush: () => text,
  };
  protocol.deserializer = {
    read: (schema, body) =>
      schema === ANY_DOCUMENT
        ? deserializer.read(schema, body)
        : readCall(JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"))),
  };
  // Safe: see the commands.
  return client as unknown as documents.DynamoDBDocumentClient;
}
