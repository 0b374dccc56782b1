import { lambda } from "#functions/lambda.ts";
import { EVENT_TYPES } from "#lib/system/platform/events.ts";
import { platform } from "./routes.ts";

export const handler = lambda(platform.listEventTypes, () => ({ data: [...EVENT_TYPES] }));
