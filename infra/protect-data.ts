import {
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { env } from "#core/env.ts";
import { runCustomResource, wasAnswered } from "./custom-resource.ts";

const MAX_WAIT_SECONDS = 30;

/**
 * CloudFormation calls this as the last step of a deployment, to turn on the table's deletion protection. A
 * failed first deployment never gets here, so its rollback can delete the table. When the stack is deleted
 * the protection stays.
 */
export function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  return runCustomResource(event, async () => {
    const client = new DynamoDBClient();
    if (event.RequestType !== "Delete") await setProtection(env("TABLE_NAME"), true, client);
    else if (!wasAnswered(event)) await unprotect(env("TABLE_NAME"), client);
  });
}

/** Turns off deletion protection in the rollback of a creation, since CloudFormation deletes the table next. */
async function unprotect(table: string, client: DynamoDBClient): Promise<void> {
  try {
    await setProtection(table, false, client);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

/** Sets deletion protection and waits until the table is active again. */
async function setProtection(
  TableName: string,
  DeletionProtectionEnabled: boolean,
  client: DynamoDBClient,
): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if ((Table?.DeletionProtectionEnabled ?? false) === DeletionProtectionEnabled) return;
  const active = { client, maxWaitTime: MAX_WAIT_SECONDS, minDelay: 1, maxDelay: 4 };
  await waitUntilTableExists(active, { TableName });
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled }));
  await waitUntilTableExists(active, { TableName });
}
