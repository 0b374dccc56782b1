import type { DynamoDBStreamEvent } from "aws-lambda";
import { subscriptionsOf } from "#core/queue/contract.ts";
import { fanOut } from "#lib/system/platform/fan-out.ts";
import { collectedEvents } from "#test/proofs/functions/collected.ts";
import { killedManifest } from "#test/proofs/functions/manifest.ts";

const realFanOut = fanOut(subscriptionsOf(killedManifest.workers));

/** The stream doubles its pause after each failure. */
const MAX_IN_A_ROW = 3;
let failuresInARow = 0;

/** Dies before it starts, after some records, or after all were sent but not acknowledged. */
export async function handler(event: DynamoDBStreamEvent) {
  const { random, killing } = collectedEvents;
  const lives = failuresInARow === MAX_IN_A_ROW || (collectedEvents.kills > 0 && random.chance(0.5));
  failuresInARow = !killing || lives ? 0 : failuresInARow + 1;
  if (failuresInARow === 0) return realFanOut(event);
  collectedEvents.kills += 1;
  const reached = random.int(event.Records.length + 1);
  if (reached > 0) await realFanOut({ Records: event.Records.slice(0, reached) });
  throw Object.assign(new Error(), { stack: "The fan-out was killed." });
}
