import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, HeadBucketCommand, type S3Client } from "@aws-sdk/client-s3";
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { INDEXES, LAYOUT } from "#core/dynamo/layout.ts";
import { kebab } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { MAX_DELIVERIES } from "#core/queue/contract.ts";
import { StartFailure } from "#infra/failure.ts";

/** Default timeout of a worker, in seconds. */
export const DEFAULT_TIMEOUT = 30;
/** How long queues keep a message: fourteen days, in seconds. */
const RETENTION_SECONDS = "1209600";

/** Creates the table if it is missing. Returns the ARN of its stream. */
export async function provisionTable(client: DynamoDBClient, name: string): Promise<string> {
  const found = await describeTable(client, name);
  if (!found) {
    await client.send(new CreateTableCommand(tableInput(name)));
    return streamOf(await waitForTable(client, name), name);
  }
  const indexes = (found.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName).sort();
  if (indexes.join() !== Object.keys(INDEXES).sort().join()) {
    throw new StartFailure(
      `The table ${name} has the indexes of another version. Begin again with: npm start -- --fresh`,
    );
  }
  return streamOf(found, name);
}

async function waitForTable(client: DynamoDBClient, name: string): Promise<TableDescription> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const found = await describeTable(client, name);
    if (found?.TableStatus === "ACTIVE") return found;
    await new Promise((resolve) => setTimeout(resolve, 5 + attempt));
  }
  throw new StartFailure(`The table ${name} does not become active.`);
}

async function describeTable(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

function streamOf(table: TableDescription, name: string): string {
  if (table.LatestStreamArn) return table.LatestStreamArn;
  throw new StartFailure(`The table ${name} has no stream of new and old images.`);
}

function tableInput(name: string): CreateTableCommand["input"] {
  const keys = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: "HASH" as const },
    { AttributeName: sort, KeyType: "RANGE" as const },
  ];
  return {
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: LAYOUT.keys.map((key) => ({ AttributeName: key, AttributeType: "S" as const })),
    KeySchema: keys(LAYOUT.partition, LAYOUT.sort),
    GlobalSecondaryIndexes: Object.entries(INDEXES).map(([index, { partition, sort }]) => ({
      IndexName: index,
      KeySchema: keys(partition, sort),
      Projection: { ProjectionType: "INCLUDE" as const, NonKeyAttributes: [...LAYOUT.projected] },
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
  };
}

export async function provisionBuckets(client: S3Client, names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map(async (Bucket) => {
      const there = await client.send(new HeadBucketCommand({ Bucket })).then(
        () => true,
        () => false,
      );
      if (!there) await client.send(new CreateBucketCommand({ Bucket }));
    }),
  );
}

export type Queue = { url: string; arn: string };

/**
 * Creates or updates the queue and dead-letter queue of each queue worker.
 *
 * @param origin replaces the origin of queue URLs, since stored queues have the port of an earlier start
 * @returns queues by worker id
 */
export async function provisionQueues(
  client: SQSClient,
  workers: readonly Worker[],
  origin?: string,
): Promise<Map<string, Queue>> {
  const queued = workers.filter(({ trigger }) => trigger.kind === "queue" || trigger.kind === "due");
  return new Map(
    await Promise.all(
      queued.map(async ({ id, timeout = DEFAULT_TIMEOUT }): Promise<[string, Queue]> => {
        const name = kebab(id);
        const dead = await provisionQueue(client, `${name}-dlq`, {
          MessageRetentionPeriod: RETENTION_SECONDS,
        });
        const redrive = { deadLetterTargetArn: dead.arn, maxReceiveCount: MAX_DELIVERIES };
        const attributes = {
          VisibilityTimeout: String(6 * timeout),
          MessageRetentionPeriod: RETENTION_SECONDS,
          RedrivePolicy: JSON.stringify(redrive),
        };
        const { url, arn } = await provisionQueue(client, name, attributes);
        return [id, { arn, url: origin ? origin + new URL(url).pathname : url }];
      }),
    ),
  );
}

async function provisionQueue(
  client: SQSClient,
  name: string,
  attributes: Record<string, string>,
): Promise<Queue> {
  const url = await queueUrl(client, name);
  await client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: attributes }));
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["QueueArn"] }),
  );
  return { url, arn: Attributes?.QueueArn ?? "" };
}

async function queueUrl(client: SQSClient, name: string): Promise<string> {
  try {
    return (await client.send(new GetQueueUrlCommand({ QueueName: name }))).QueueUrl ?? "";
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error;
    return (await client.send(new CreateQueueCommand({ QueueName: name }))).QueueUrl ?? "";
  }
}
