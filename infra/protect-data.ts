import {
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { env } from "#core/env.ts";
import { runCustomResource, wasCreated } from "./custom-resource.ts";

/** Seconds that a table may take to become active. */
const LONGEST = 30;

/**
 * Called by CloudFormation when all else of a deployment stands: protects the table from being deleted. A first deployment
 * that fails comes back without it, and so can delete what it made. When a stack that stood goes the protection stays.
 */
export function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  return runCustomResource(event, async () => {
    const client = new DynamoDBClient();
    if (event.RequestType !== "Delete") await protect(env("TABLE_NAME"), true, client);
    else if (!wasCreated(event)) await unprotect(env("TABLE_NAME"), client);
  });
}

/** Takes back what a deployment did that CloudFormation takes for failed: it deletes the table next. */
async function unprotect(table: string, client: DynamoDBClient): Promise<void> {
  try {
    await protect(table, false, client);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

/** Protects a table, or lets it be deleted, and returns when it can be changed again. */
async function protect(
  TableName: string,
  DeletionProtectionEnabled: boolean,
  client: DynamoDBClient,
): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if ((Table?.DeletionProtectionEnabled ?? false) === DeletionProtectionEnabled) return;
  const active = { client, maxWaitTime: LONGEST, minDelay: 1, maxDelay: 4 };
  await waitUntilTableExists(active, { TableName });
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled }));
  await waitUntilTableExists(active, { TableName });
}
