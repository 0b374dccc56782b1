import { fanOut } from "#core/queue/fan-out.ts";
import { workers } from "#functions/manifest.ts";

export const handler = fanOut(workers);
