import type { DynamoDBRecord } from "aws-lambda";
import { readItem } from "#core/dynamo/fast/wire.ts";

/** The item that a record of the table's stream says was written; empty for a deletion. */
export function newImage({ dynamodb }: DynamoDBRecord): Record<string, unknown> {
  return readItem(dynamodb?.NewImage ?? {});
}
