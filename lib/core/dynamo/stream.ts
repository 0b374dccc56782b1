import type { DynamoDBRecord } from "aws-lambda";
import { readItem } from "#core/dynamo/fast/wire.ts";

/** The item that a change wrote, from its record in the table's stream; empty for a deletion. */
export function newImage({ dynamodb }: DynamoDBRecord): Record<string, unknown> {
  return readItem(dynamodb?.NewImage ?? {});
}
