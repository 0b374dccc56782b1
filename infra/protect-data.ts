import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { env } from "#core/env.ts";
import { answering } from "./custom-resource.ts";

/**
 * Called by CloudFormation when all else of a deployment stands: protects the table from being deleted. A first deployment
 * that fails comes back without it, and so can delete what it made. When the stack goes the protection stays.
 */
export function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  return answering(event, async () => {
    if (event.RequestType !== "Delete") await protect(env("TABLE_NAME"), new DynamoDBClient());
  });
}

/** Protects a table, if it is not. */
async function protect(TableName: string, client: DynamoDBClient): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (Table?.DeletionProtectionEnabled) return;
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
}
