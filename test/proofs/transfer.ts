import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from "@aws-sdk/client-dynamodb-streams";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { putItems } from "#core/dynamo/batch.ts";
import { SIGNING_KEYS } from "#core/dynamo/layout.ts";
import { queryItems } from "#core/dynamo/read.ts";
import type { Operation } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { readLines, writeLines } from "#infra/commands/transfer.ts";
import { provisionTable } from "#infra/local/provision.ts";
import { importStore } from "#lib/system/transfer/import.ts";
import { exportStore } from "#lib/system/transfer/service.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { slotsOf } from "#test/support/fixtures.ts";
import { type FurnishedStore, paramsOf } from "#test/support/furnish.ts";
import { type Somebody, testContext } from "#test/support/world.ts";

/** Reads that differ after an import: data that an export leaves out, and sums that are computed again. */
const CHANGED_READS =
  /Webhook|Invitation|Member|ShippingProvider|PaymentProvider|Subscription|Usage|SocialSignIn|Today|Customers|CustomerTimeline|Figures|Recount/;

/** Runs something with an empty table and an empty bucket in the emulators. */
export async function withEmptyStorage<T>(run: (stream: string) => Promise<T>): Promise<T> {
  const name = `transfer-${crypto.randomUUID()}`;
  const stream = await provisionTable(new DynamoDBClient({}), name);
  await new S3Client({ forcePathStyle: true }).send(new CreateBucketCommand({ Bucket: name }));
  const { TABLE_NAME, MEDIA_BUCKET } = process.env;
  // Signing keys are published once a process, so they are copied into the new table.
  const { items: published } = await queryItems(SIGNING_KEYS, {});
  Object.assign(process.env, { TABLE_NAME: name, MEDIA_BUCKET: name });
  try {
    await putItems(published);
    return await run(stream);
  } finally {
    Object.assign(process.env, { TABLE_NAME, MEDIA_BUCKET });
  }
}

/** Writes an export to a temporary file. */
export async function withExport<T>(
  storeId: string,
  run: (file: string) => Promise<T>,
  end = ".jsonl",
): Promise<T> {
  const file = join(tmpdir(), `transfer-${crypto.randomUUID()}${end}`);
  try {
    await writeLines(file, exportStore(testContext(), storeId));
    return await run(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Exports a store when all reads before and after are equal: its mails may still be going out. */
export async function withStableExport<T>(
  store: FurnishedStore,
  at: number,
  run: (file: string, before: Map<string, string>) => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < 20; tries++) {
    const before = await readsOf(store, store.owner, at);
    const done = await withExport(store.id, async (file) => {
      const after = await readsOf(store, store.owner, at);
      const isSame = [...before].every(([name, answer]) => after.get(name) === answer);
      return isSame ? { result: await run(file, before) } : undefined;
    });
    if (done) return done.result;
  }
  throw new Error("The store does not come to rest.");
}

export function importFile(file: string) {
  return importStore(testContext(), () => readLines(file));
}

/** Answers of every read to the owner of a store, by operation. */
export async function readsOf(
  { ids, id }: Pick<FurnishedStore, "ids" | "id">,
  owner: Somebody,
  at: number,
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const operation of operations.filter((each) => isOfStore(each, ids))) {
    const params = paramsOf(operation, ids);
    const query = queryOf(operation);
    const headers = { "x-local-time": String(at) };
    const { status, body } = await invokeDirect(operation, { params, query, headers, token: owner.token });
    answers.set(operation.id, `${status} ${withoutSealed(body, id)}`);
  }
  return answers;
}

/** Counts records of a stream that would start workers. */
export async function countStreamRecords(stream: string): Promise<number> {
  const client = new DynamoDBStreamsClient({});
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: stream }));
  let count = 0;
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const begun = await client.send(
      new GetShardIteratorCommand({ StreamArn: stream, ShardId, ShardIteratorType: "TRIM_HORIZON" }),
    );
    let iterator = begun.ShardIterator;
    for (let empty = 0; iterator && empty < 3; ) {
      const { Records = [], NextShardIterator } = await client.send(
        new GetRecordsCommand({ ShardIterator: iterator }),
      );
      empty = Records.length === 0 ? empty + 1 : 0;
      count += Records.filter(
        ({ eventName, dynamodb }) =>
          eventName === "INSERT" && ["event", "message"].includes(dynamodb?.NewImage?._t?.S ?? ""),
      ).length;
      iterator = NextShardIterator;
    }
  }
  return count;
}

function isOfStore(operation: Operation, ids: Record<string, string>): boolean {
  const slots = slotsOf(operation);
  return (
    operation.method === "GET" &&
    ["public", "READ", "WRITE", "ADMIN", "OWNER"].includes(operation.needs) &&
    slots.length > 0 &&
    slots.every((slot) => ids[slot] !== undefined) &&
    !CHANGED_READS.test(operation.id)
  );
}

function queryOf({ id }: Operation): Record<string, string> {
  return id === "listBusinessEvents" ? { entity: "form" } : {};
}

/** An answer without values that are sealed anew each time. */
function withoutSealed(body: string, storeId: string): string {
  assert.ok(storeId);
  return body.replaceAll(/"(cursor|next_cursor|nextCursor)":"[^"]+"/g, '"$1":"…"');
}
