import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  paginateScan,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { LAYOUT } from "#core/dynamo/layout.ts";
import { type Config, restoredTableName, tableNameOf } from "#infra/config.ts";
import { entities } from "#lib/system/deletion/records.ts";

/** Seconds. AWS restores some 100 GB an hour; an empty table takes fifteen minutes. */
const MAX_WAIT_SECONDS = 24 * 3600;
const MAX_CONCURRENT = 16;

/** Names of the kinds of records that say what was sent to other systems. */
export function outboundKinds(): string[] {
  return entities().flatMap(({ name, outward }) => (outward ? name : []));
}

/**
 * Restores the environment's table, as it was at a time, to a new one that the stack can run on. The
 * table's name has the time in seconds. Returns the value for the setting `table`.
 */
export async function restoreEnvironment(
  config: Config,
  at: Date,
  say: (text: string) => void,
): Promise<{ name: string; streamArn: string }> {
  const client = new DynamoDBClient(config.target ? { region: config.target.region } : {});
  const source = tableNameOf(config);
  const name = restoredTableName(config, at);
  say(
    `Restores ${source} as of ${at.toISOString()} into ${name}. It takes from a quarter of an hour to some hours.`,
  );
  await restoreTable(client, { source, target: name, at });
  const streamArn = await enableStream(client, name);
  const count = await copyOutboundRecords(client, { source, target: name }, outboundKinds());
  say(`Carried over ${count} records of what was sent since.`);
  await protectTable(client, name);
  return { name, streamArn };
}

/** Restores a table to a new one, which gets no stream, TTL, backups or deletion protection from AWS. */
export async function restoreTable(
  client: DynamoDBClient,
  { source, target, at }: { source: string; target: string; at: Date },
): Promise<void> {
  const names = { SourceTableName: source, TargetTableName: target };
  await client.send(new RestoreTableToPointInTimeCommand({ ...names, RestoreDateTime: at }));
  await waitUntilTableExists({ client, maxWaitTime: MAX_WAIT_SECONDS }, { TableName: target });
}

/** Turns on the stream and TTL. The stream starts empty, so restored rows are not announced again. */
export async function enableStream(client: DynamoDBClient, TableName: string): Promise<string> {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" as const };
  const { Table: before } = await client.send(new DescribeTableCommand({ TableName }));
  if (!before?.StreamSpecification?.StreamEnabled)
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  await waitUntilTableExists({ client, maxWaitTime: MAX_WAIT_SECONDS }, { TableName });
  const expiry = { AttributeName: LAYOUT.ttl, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: expiry }));
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (!Table?.LatestStreamArn) throw new Error(`The table ${TableName} has no stream.`);
  return Table.LatestStreamArn;
}

/** Turns on point-in-time recovery and deletion protection. */
export async function protectTable(client: DynamoDBClient, TableName: string): Promise<void> {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
}

/**
 * Copies records of what was sent since the restored time: mails, webhooks, newsletters and posts. Without them,
 * due records would be sent a second time.
 *
 * @param kinds names of the kinds of such records
 * @returns how many were newer than those in the target
 */
export async function copyOutboundRecords(
  client: DynamoDBClient,
  { source, target }: { source: string; target: string },
  kinds: readonly string[],
): Promise<number> {
  const values = Object.fromEntries(kinds.map((kind, index) => [`:k${index}`, { S: kind }]));
  const filter = { FilterExpression: `#t IN (${Object.keys(values).join(", ")})` };
  const scan = { TableName: source, ExpressionAttributeNames: { "#t": "_t" }, ConsistentRead: true };
  let count = 0;
  for await (const { Items = [] } of paginateScan(
    { client },
    { ...scan, ...filter, ExpressionAttributeValues: values },
  )) {
    for (let start = 0; start < Items.length; start += MAX_CONCURRENT) {
      const put = Items.slice(start, start + MAX_CONCURRENT).map((item) => putIfNewer(client, target, item));
      count += (await Promise.all(put)).filter(Boolean).length;
    }
  }
  return count;
}

async function putIfNewer(
  client: DynamoDBClient,
  TableName: string,
  Item: Record<string, AttributeValue>,
): Promise<boolean> {
  try {
    await client.send(
      new PutItemCommand({
        TableName,
        Item,
        ConditionExpression: "attribute_not_exists(pk) or #v < :v",
        ExpressionAttributeNames: { "#v": "_v" },
        ExpressionAttributeValues: { ":v": Item._v ?? { N: "1" } },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
