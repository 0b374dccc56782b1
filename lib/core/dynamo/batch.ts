import type { BatchWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { sideBySide } from "#core/side-by-side.ts";
import { BatchWriteCommand, table, tableName } from "./client.ts";
import { retryUnprocessed } from "./retry.ts";

/** Most writes of one request. */
export const MAX_BATCH_WRITES = 25;
/** Requests that are sent at the same time. */
const MAX_CONCURRENCY = 4;

type WriteRequests = NonNullable<BatchWriteCommandInput["RequestItems"]>[string];

/** Writes at most `MAX_BATCH_WRITES` items without conditions. Unprocessed items are sent again. */
export async function writeBatch(requests: WriteRequests): Promise<void> {
  await retryUnprocessed(requests, async (pending) => {
    const reply = await table().send(
      new BatchWriteCommand({ RequestItems: { [tableName()]: [...pending] } }),
    );
    return reply.UnprocessedItems?.[tableName()] ?? [];
  });
}

/** Writes whole items over whatever was there. It is safe to repeat after a crash. */
export async function putItems(items: readonly Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < items.length; start += MAX_BATCH_WRITES * MAX_CONCURRENCY) {
    const batches = Array.from({ length: MAX_CONCURRENCY }, (_, at) => {
      const from = start + at * MAX_BATCH_WRITES;
      return items.slice(from, from + MAX_BATCH_WRITES).map((Item) => ({ PutRequest: { Item } }));
    });
    await sideBySide(batches.map(writeBatch));
  }
}
