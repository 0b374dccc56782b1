import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { logger } from "#core/log.ts";
import { sideBySide } from "#core/side-by-side.ts";

interface WorkerModule {
  handler(event: SQSEvent, lambda: unknown): Promise<SQSBatchResponse>;
}

const AddressedBody = z.looseObject({ to: z.string() });

/**
 * The handler of a queue that several workers share: each gets its own messages of a batch, in parallel. A message for
 * none of them fails, and so goes to the dead-letter queue.
 *
 * @param workers by name in kebab case; a worker is loaded with its first message
 */
export function sharedQueueHandler(workers: Readonly<Record<string, () => Promise<WorkerModule>>>) {
  return async ({ Records }: SQSEvent, lambda: unknown): Promise<SQSBatchResponse> => {
    const shares = [...Map.groupBy(Records, addressee)];
    const answers = await sideBySide(
      shares.map(([to, records]) => handOver(workers[to], to, records, lambda)),
    );
    return { batchItemFailures: answers.flat() };
  };
}

async function handOver(
  load: (() => Promise<WorkerModule>) | undefined,
  to: string,
  Records: SQSRecord[],
  lambda: unknown,
): Promise<SQSBatchResponse["batchItemFailures"]> {
  try {
    if (!load) throw new Error(`There is no worker "${to}" here.`);
    return (await (await load()).handler({ Records }, lambda)).batchItemFailures;
  } catch (error) {
    logger.error("share failed", { worker: to, error: error as Error });
    return Records.map(({ messageId }) => ({ itemIdentifier: messageId }));
  }
}

function addressee({ body }: SQSRecord): string {
  try {
    return AddressedBody.parse(JSON.parse(body)).to;
  } catch {
    return "";
  }
}
