import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { newImage } from "#core/dynamo/stream.ts";
import { Event, messages } from "#core/events.ts";
import { kebab } from "#core/http/contract.ts";
import { logger } from "#core/log.ts";
import type { Subscription } from "./contract.ts";
import { makeCrowd } from "./crowd.ts";
import { type Outgoing, sendMessages } from "./send.ts";

interface Routed extends Outgoing {
  queue: string;
  sequenceNumber: string;
}

/**
 * The handler that carries the outbox to the queues: a message to the queue it names, an event to the queue of every
 * worker that declares its type. An id is the same however often a record comes, and nothing is sent that the table
 * did not commit. From the first record that could not be sent, the stream gives the rest again.
 */
export function fanOut(subscriptions: readonly Subscription[]) {
  const isCrowded = makeCrowd();
  return async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const unreadable: string[] = [];
    const routed = event.Records.flatMap((record) => {
      try {
        return route(record, subscriptions, isCrowded);
      } catch (error) {
        // Those before it go on their way; the stream's own limit of tries takes it aside.
        logger.error("outbox record unreadable", { record: record.eventID, error: error as Error });
        unreadable.push(record.dynamodb?.SequenceNumber ?? "");
        return [];
      }
    });
    const queues = Map.groupBy(routed, ({ queue }) => queue);
    const failed = await Promise.all([...queues].map(([queue, batch]) => send(queue, batch)));
    // The records come in the stream's order, so the first one listed is where to begin again.
    const again = new Set([...unreadable, ...failed.flat()]);
    const first = event.Records.find(({ dynamodb }) => again.has(dynamodb?.SequenceNumber ?? ""));
    return { batchItemFailures: first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? "" }] : [] };
  };
}

async function send(queue: string, batch: Routed[]): Promise<string[]> {
  try {
    const failed = new Set(await sendMessages(queue, batch));
    return batch.filter(({ id }) => failed.has(id)).map(({ sequenceNumber }) => sequenceNumber);
  } catch (error) {
    logger.error("queue unreachable", { queue, error: error as Error });
    return batch.map(({ sequenceNumber }) => sequenceNumber);
  }
}

function route(
  record: DynamoDBRecord,
  subscriptions: readonly Subscription[],
  isCrowded: (tenantId: string) => boolean,
): Routed[] {
  const sequenceNumber = record.dynamodb?.SequenceNumber ?? "";
  const item = newImage(record);
  if (item._t === "message") {
    const { id, queue, body, delay } = messages.parse(item);
    return [{ id, queue, body, ...(delay ? { delay } : {}), sequenceNumber }];
  }
  const event = Event.parse(item);
  const crowded = isCrowded(event.tenant_id);
  return subscriptions
    .filter(({ on }) => on?.includes(event.type) || on?.includes("*"))
    .map(({ id, crowdTo = id }) => ({
      id: event.id,
      queue: kebab(crowded ? crowdTo : id),
      body: event,
      sequenceNumber,
    }));
}
