import { randomUUID } from "node:crypto";
import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionInProgressException,
} from "@aws-sdk/client-dynamodb";
import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Context, Guarded } from "#core/context.ts";
import type { ApiError } from "#core/errors.ts";
import { isThrottled, isThrottlingReason, Throttled } from "#core/throttled.ts";
import { forgetCached } from "./cache.ts";
import { type Change, type Condition, expressionsOf } from "./change.ts";
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  table,
  tableName,
  UpdateCommand,
} from "./client.ts";
import type { ExpectedFailure } from "./expected-failure.ts";
import { AlreadyAnswered, idempotencyWrite } from "./idempotency.ts";
import { itemLimitError } from "./item-limits.ts";
import { type Key, keyName } from "./key.ts";
import { Contention, jitter } from "./retry.ts";

/**
 * What a failed condition means: an error for the caller, or an outcome that `tryTransact` returns. Making an error
 * costs more than a write, so a function can make it when it is needed.
 */
export type ConditionFailure = ApiError | ExpectedFailure | (() => ApiError | undefined);

/** One write as a value, with exactly one of `put`, `remove`, `check` and `update`. */
export interface Write {
  entity: string;
  put?: Record<string, unknown>;
  remove?: Key;
  check?: Key;
  update?: { key: object } & Change;
  condition?: Condition | undefined;
  /** What a failed condition means; without it, or with "conflict", the request runs again. */
  failure?: ConditionFailure | "conflict";
  /** Writes that belong to this one. */
  also?: Write[];
  /**
   * Version of the record after this write; for what is removed or only checked, the version that a write would have
   * given it.
   */
  version?: number;
  /** For an event: the item whose new version, made by another write of this transaction, becomes its `sequence`. */
  numberedBy?: Key;
}

/** Most items that one transaction can touch. */
export const MAX_WRITES = 100;
const MAX_TRIES = 6;

/**
 * Performs all writes or none. A failed condition throws the error of its write. Two transactions that touch the same
 * item at the same time are retried here. A `conflict` throws `Contention`, on which `lambda` and `worker` run
 * again from the reads.
 *
 * @param answer for the caller. Under an Idempotency-Key it is stored in the same transaction, so that a repeated
 *   request gets it and has no second effect
 * @returns the answer
 */
export async function transact<A = undefined>(
  ctx: Pick<Context, "idempotency" | "now"> & Guarded,
  writes: (Write | undefined | false)[],
  answer?: A,
): Promise<A> {
  const all = writes.filter((write) => write !== undefined && write !== false).flatMap(withRelated);
  const idempotency = ctx.idempotency;
  if (idempotency && !idempotency.committed && answer !== undefined) {
    all.unshift(await idempotencyWrite(idempotency, answer, ctx.now()));
  }
  numberEvents(all);
  if (all.length > 0) await ctx.guards?.judgeAll();
  if (all.length > MAX_WRITES) throw new Error(`${all.length} writes do not fit one transaction.`);
  await performWrites(all, ctx);
  forgetCached(all.flatMap(({ put, remove, update }) => (put ?? remove ?? update?.key ?? []) as Key));
  if (idempotency && answer !== undefined) idempotency.committed = true;
  return answer as A;
}

async function performWrites(writes: Write[], { guards }: Guarded): Promise<void> {
  const [first] = writes;
  try {
    if (writes.length === 1 && first && !first.check) await writeOne(first);
    else if (first) await writeAll(writes);
  } catch (error) {
    // The request will run again from its reads, and must read its guards again too.
    if (error instanceof Contention) guards?.invalidate();
    throw itemLimitError(error) ?? error;
  }
}

// An event takes its number from the write that it reports, so the number cannot be that of another change.
function numberEvents(writes: Write[]): void {
  if (!writes.some(({ numberedBy }) => numberedBy)) return;
  const versions = new Map<string, number>();
  for (const { put, remove, check, update, version } of writes) {
    const key = (put ?? remove ?? check ?? update?.key) as Key | undefined;
    if (key && version !== undefined) versions.set(keyName(key), version);
  }
  for (const { entity, put, numberedBy } of writes) {
    if (!numberedBy || !put) continue;
    const version = versions.get(keyName(numberedBy));
    if (version === undefined) {
      throw new Error(`The ${entity} ${String(put.type)} is not written together with its record.`);
    }
    put.sequence = version;
  }
}

function withRelated(write: Write): Write[] {
  return [write, ...(write.also ?? [])];
}

// A single item is written without a transaction, at half the cost. If a retry of the SDK finds what its
// first try has written, the mark shows that this write is our own.
async function writeOne(write: Write): Promise<void> {
  const mark = randomUUID();
  const condition = conditionOf(write);
  const returning = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;
  try {
    if (write.put) {
      const Item = { ...write.put, _w: mark };
      await table().send(new PutCommand({ TableName: tableName(), Item, ...condition, ...returning }));
    } else if (write.remove) {
      await table().send(
        new DeleteCommand({ TableName: tableName(), Key: { ...write.remove }, ...condition }),
      );
    } else if (write.update) {
      const { key, ...change } = write.update;
      // Only a change that raises a version needs the mark: it must be recognized as our own, as a put is.
      if (write.version !== undefined) change.set = { ...change.set, _w: mark };
      const update = { ...expressionsOf(change, write.condition), ...returning };
      await table().send(new UpdateCommand({ TableName: tableName(), Key: { ...key }, ...update }));
    }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if ((error.Item as { _w?: { S?: string } } | undefined)?._w?.S === mark) return;
    throw failureOf(write);
  }
}

async function writeAll(writes: Write[]): Promise<void> {
  const input: TransactWriteCommandInput = {
    TransactItems: writes.map(toTransactItem),
    // DynamoDB must see our own retries as the same request as the first.
    ClientRequestToken: randomUUID(),
  };
  for (let attempt = 1; ; attempt++) {
    try {
      await table().send(new TransactWriteCommand(input));
      return;
    } catch (error) {
      if (error instanceof TransactionCanceledException) {
        const reasons = error.CancellationReasons ?? [];
        if (!reasons.some(isContention) || reasons.some(isRefusal))
          throw cancellationError(writes, reasons, error);
        // A token cannot be used again after a cancellation.
        input.ClientRequestToken = randomUUID();
      } else if (!(error instanceof TransactionInProgressException)) throw error;
      if (attempt === MAX_TRIES) throw exhaustedError(error);
      await jitter(10 * 2 ** attempt);
    }
  }
}

const isRefusal = (reason: CancellationReason) => reason.Code === "ConditionalCheckFailed";
const isContention = (reason: CancellationReason) =>
  reason.Code === "TransactionConflict" || isThrottlingReason(reason);

// After throttling the request does not run again: that would only add load to the table.
function exhaustedError(error: Error): Error {
  if (isThrottled(error)) return new Throttled("The table took no more of this transaction.");
  return new Contention("The items of this transaction stayed contended.");
}

function cancellationError(writes: Write[], reasons: CancellationReason[], original: Error): Error {
  const refused = writes.filter((_, index) => reasons[index]?.Code === "ConditionalCheckFailed");
  if (refused.some(({ entity }) => entity === "idempotency")) return new AlreadyAnswered();
  // What was read is outdated, so another refusal may come from that: a name that is taken by this very change, sent
  // twice. Run again from the reads, the request finds out.
  const [first] = refused.toSorted((one, other) => Number(isConflict(other)) - Number(isConflict(one)));
  return first ? failureOf(first) : original;
}

function isConflict({ failure }: Write): boolean {
  return failure === undefined || failure === "conflict";
}

function failureOf(write: Write): Error {
  if (write.entity === "idempotency") return new AlreadyAnswered();
  const failure = typeof write.failure === "function" ? write.failure() : write.failure;
  if (failure === undefined || failure === "conflict") {
    return new Contention(`The ${write.entity} was changed by somebody else.`);
  }
  return failure;
}

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

function toTransactItem(write: Write): TransactItem {
  const common = { TableName: tableName(), ...conditionOf(write) };
  if (write.put) return { Put: { ...common, Item: write.put } };
  if (write.remove) return { Delete: { ...common, Key: { ...write.remove } } };
  if (write.check) {
    const ConditionExpression = write.condition?.expression;
    return { ConditionCheck: { ...common, ConditionExpression, Key: { ...write.check } } };
  }
  const { key, ...change } = write.update ?? { key: {} };
  return { Update: { TableName: tableName(), ...expressionsOf(change, write.condition), Key: { ...key } } };
}

function conditionOf({ condition }: Write) {
  if (!condition) return {};
  return {
    ConditionExpression: condition.expression,
    ...(condition.names ? { ExpressionAttributeNames: condition.names } : {}),
    ...(condition.values ? { ExpressionAttributeValues: condition.values } : {}),
  };
}
