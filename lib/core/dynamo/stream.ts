import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";

/** The item that a record of the table's stream says was written; empty for a deletion. */
export function newImage({ dynamodb }: DynamoDBRecord): Record<string, unknown> {
  // Safe: a stream's image is in DynamoDB's own attribute notation.
  return unmarshall((dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>);
}
