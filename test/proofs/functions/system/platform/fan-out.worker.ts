import type { DynamoDBStreamEvent } from "aws-lambda";
import { subscriptionsOf } from "#core/queue/contract.ts";
import { fanOut } from "#lib/system/platform/fan-out.ts";
import { collected } from "#test/proofs/functions/collected.ts";
import { killedManifest } from "#test/proofs/functions/manifest.ts";

const real = fanOut(subscriptionsOf(killedManifest.workers));

/** The stream doubles its pause after each failure. */
const MAX_IN_A_ROW = 3;
let inARow = 0;

/** Dies before it starts, after some records, or after all were sent but not acknowledged. */
export async function handler(event: DynamoDBStreamEvent) {
  const { random, killing } = collected;
  const lives = inARow === MAX_IN_A_ROW || (collected.kills > 0 && random.chance(0.5));
  inARow = !killing || lives ? 0 : inARow + 1;
  if (inARow === 0) return real(event);
  collected.kills += 1;
  const reached = random.int(event.Records.length + 1);
  if (reached > 0) await real({ Records: event.Records.slice(0, reached) });
  throw Object.assign(new Error(), { stack: "The fan-out was killed." });
}
