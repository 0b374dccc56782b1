import type { DynamoDBStreamEvent } from "aws-lambda";
import { fanOut } from "#core/queue/fan-out.ts";
import { collected } from "#test/proofs/functions/collected.ts";
import { killedManifest } from "#test/proofs/functions/manifest.ts";

const real = fanOut(killedManifest.workers);

/** Dies before it begins, after some records, or when all are sent and nobody was told: first, and half of the times. */
export async function handler(event: DynamoDBStreamEvent) {
  const { random, killing } = collected;
  if (!killing || (collected.kills > 0 && random.chance(0.5))) return real(event);
  collected.kills += 1;
  const reached = random.int(event.Records.length + 1);
  if (reached > 0) await real({ Records: event.Records.slice(0, reached) });
  throw Object.assign(new Error(), { stack: "The fan-out was killed." });
}
