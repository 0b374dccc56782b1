import type { BatchWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { sideBySide } from "#core/side-by-side.ts";
import { BatchWriteCommand, table, tableName } from "./client.ts";
import { retryUnprocessed } from "./retry.ts";

/** Writes that DynamoDB takes at a time. */
export const MAX_BATCH_WRITES = 25;
/** Batches that are on their way at a time. */
const ABREAST = 4;

type Requests = NonNullable<BatchWriteCommandInput["RequestItems"]>[string];

/** Writes at most `BATCH` items, without a condition and each by itself; what DynamoDB gives back is sent again. */
export async function writeBatch(requests: Requests): Promise<void> {
  await retryUnprocessed(requests, async (pending) => {
    const reply = await table().send(
      new BatchWriteCommand({ RequestItems: { [tableName()]: [...pending] } }),
    );
    return reply.UnprocessedItems?.[tableName()] ?? [];
  });
}

/** Writes whole items, whatever was there. Killed at any point, it can be called again with the same. */
export async function putItems(items: readonly Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < items.length; start += MAX_BATCH_WRITES * ABREAST) {
    const batches = Array.from({ length: ABREAST }, (_, at) => {
      const from = start + at * MAX_BATCH_WRITES;
      return items.slice(from, from + MAX_BATCH_WRITES).map((Item) => ({ PutRequest: { Item } }));
    });
    await sideBySide(batches.map(writeBatch));
  }
}
