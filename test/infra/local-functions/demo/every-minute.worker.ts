import type { ScheduledEvent } from "aws-lambda";
import { seen } from "#test/infra/local-functions/seen.ts";

export async function handler(event: ScheduledEvent) {
  seen.ticks.push(event);
}
