import { lookForDue } from "#core/due/look.ts";
import { scheduled } from "#core/queue/scheduled.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { beat } from "#core/sums/pulse.ts";
import { dueScans } from "#functions/due-scans.ts";
import { platformWorkers } from "./routes.ts";

export const handler = scheduled(platformWorkers.lookForDue, (ctx) =>
  sideBySide([lookForDue(ctx, dueScans), beat(ctx)]),
);
