import type { DynamoDBRecord } from "aws-lambda";
import { readItem } from "#core/dynamo/fast/wire.ts";

/** The written item of a record of the table's stream; empty for a deletion. */
export function newImage({ dynamodb }: DynamoDBRecord): Record<string, unknown> {
  return readItem(dynamodb?.NewImage ?? {});
}
