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

/** Seconds: AWS restores some 100 GB an hour, and an empty table in a quarter of one. */
const LONGEST = 24 * 3600;
const ABREAST = 16;

/** The kinds of records that say what left the house. */
export function outboundKinds(): string[] {
  return entities().flatMap(({ name, outward }) => (outward ? name : []));
}

/**
 * Restores the table of an environment to a second, beside the one that runs, and makes it ready to run on. It can be run
 * again for another second.
 *
 * @returns the setting `table` that has the stack run on it
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

/** Makes a new table with what another had at a second. It comes without stream, expiry, backups and protection. */
export async function restoreTable(
  client: DynamoDBClient,
  { source, target, at }: { source: string; target: string; at: Date },
): Promise<void> {
  const names = { SourceTableName: source, TargetTableName: target };
  await client.send(new RestoreTableToPointInTimeCommand({ ...names, RestoreDateTime: at }));
  await waitUntilTableExists({ client, maxWaitTime: LONGEST }, { TableName: target });
}

/** Gives a restored table its stream and its expiry. Nothing in it goes through the stream: that begins empty. */
export async function enableStream(client: DynamoDBClient, TableName: string): Promise<string> {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" as const };
  const { Table: before } = await client.send(new DescribeTableCommand({ TableName }));
  if (!before?.StreamSpecification?.StreamEnabled)
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  await waitUntilTableExists({ client, maxWaitTime: LONGEST }, { TableName });
  const expiry = { AttributeName: LAYOUT.ttl, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: expiry }));
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (!Table?.LatestStreamArn) throw new Error(`The table ${TableName} has no stream.`);
  return Table.LatestStreamArn;
}

/** Has a restored table be restored again, and protects it. */
export async function protectTable(client: DynamoDBClient, TableName: string): Promise<void> {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
}

/**
 * Carries over what says that something has left the house: what a mail, a webhook, a newsletter or a post came to since
 * the second of the restore. So none of it goes a second time, although the restored records are due again.
 *
 * @param kinds names of the kinds of records that say so
 * @returns how many were newer than what the target has
 */
export async function copyOutboundRecords(
  client: DynamoDBClient,
  { source, target }: { source: string; target: string },
  kinds: readonly string[],
): Promise<number> {
  const values = Object.fromEntries(kinds.map((kind, index) => [`:k${index}`, { S: kind }]));
  const filter = { FilterExpression: `#t IN (${Object.keys(values).join(", ")})` };
  const asked = { TableName: source, ExpressionAttributeNames: { "#t": "_t" }, ConsistentRead: true };
  let count = 0;
  for await (const { Items = [] } of paginateScan(
    { client },
    { ...asked, ...filter, ExpressionAttributeValues: values },
  )) {
    for (let start = 0; start < Items.length; start += ABREAST) {
      const put = Items.slice(start, start + ABREAST).map((item) => putIfNewer(client, target, item));
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
