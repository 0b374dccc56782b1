import type { DynamoDBRecord } from "aws-lambda";
import { tenantOfPartition } from "#core/dynamo/cache.ts";
import type { Key } from "#core/dynamo/key.ts";
import { LAYOUT } from "#core/dynamo/layout.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { kebab } from "#core/http/contract.ts";
import { logger } from "#core/log.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { Subscription } from "./contract.ts";
import { isMissingQueue, type Outgoing, sendMessages } from "./send.ts";
import type { WakeUp } from "./wake-up.ts";

/**
 * Sends wake-up messages for the records of a batch whose kinds wake up a worker: one for each tenant and kind.
 *
 * @returns false when a queue could not be reached, so that the stream must deliver the whole batch again
 */
export async function sendWakeUps(
  records: readonly DynamoDBRecord[],
  subscriptions: readonly Subscription[],
): Promise<boolean> {
  const counting = subscriptions.filter(({ wakesOnChangesOf = [] }) => wakesOnChangesOf.length > 0);
  const kinds = new Set(counting.flatMap(({ wakesOnChangesOf = [] }) => wakesOnChangesOf));
  const wakeUps = wakeUpsOf(records.flatMap((record) => rowOf(record, kinds) ?? []));
  const sent = await sideBySide(
    counting.map(({ id, wakesOnChangesOf = [] }) =>
      sendTo(
        kebab(id),
        wakeUps.filter(({ kind }) => wakesOnChangesOf.includes(kind)),
      ),
    ),
  );
  return sent.every(Boolean);
}

interface Row extends Key {
  kind: string;
}

/** Kind and key of a changed record; of a deletion, those of the deleted item. */
function rowOf({ dynamodb = {} }: DynamoDBRecord, kinds: ReadonlySet<string>): Row | undefined {
  const image = dynamodb.NewImage ?? dynamodb.OldImage;
  const kind = image?._t?.S;
  if (kind === undefined || !kinds.has(kind)) return undefined;
  // The record counts for sums neither before nor after the change.
  const images = [dynamodb.OldImage, dynamodb.NewImage].filter((each) => each !== undefined);
  if (images.every((each) => each[LAYOUT.uncounted]?.BOOL === true)) return undefined;
  return { kind, pk: image?.pk?.S ?? "", sk: image?.sk?.S ?? "" };
}

/** The wake-up messages for some rows: one for each tenant and kind. */
export function wakeUpsOf(rows: readonly Row[]): WakeUp[] {
  const named = rows.flatMap((row) => {
    const tenant_id = tenantOfPartition(row.pk);
    return tenant_id === undefined ? [] : [{ tenant_id, kind: row.kind, of: recordName(tenant_id, row) }];
  });
  const groups = Map.groupBy(named, ({ tenant_id, kind }) => `${tenant_id} ${kind}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first, of: [...new Set(group.map(({ of }) => of))], again: 0 }] : [];
  });
}

async function sendTo(queue: string, wakeUps: WakeUp[]): Promise<boolean> {
  if (wakeUps.length === 0) return true;
  const messages = wakeUps.map(
    (wakeUp): Outgoing => ({ id: `${wakeUp.tenant_id} ${wakeUp.kind} ${wakeUp.of[0]}`, body: wakeUp }),
  );
  try {
    // A refused message raises an alarm of its own, and the rest of the batch does not wait for it.
    const { later } = await sendMessages(queue, messages);
    return later.length === 0;
  } catch (error) {
    const lost = isMissingQueue(error);
    logger.error("queue unreachable", {
      ...(lost ? { alarm: "doorbells-lost" } : {}),
      queue,
      error: error as Error,
    });
    return lost;
  }
}
