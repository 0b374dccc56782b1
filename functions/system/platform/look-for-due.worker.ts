import { scanDueShards } from "#core/due/scan.ts";
import { scheduledWorker } from "#core/queue/scheduled.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { sendHeartbeat } from "#core/sums/heartbeat.ts";
import { dueScans } from "#functions/due-scans.ts";
import { platformWorkers } from "./routes.ts";

export const handler = scheduledWorker(platformWorkers.lookForDue, (ctx) =>
  sideBySide([scanDueShards(ctx, dueScans), sendHeartbeat(ctx)]),
);
