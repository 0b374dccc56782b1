import { lambda } from "#functions/lambda.ts";
import { service } from "./routes.ts";

export const handler = lambda(service.getHealth, (ctx) => ({
  status: "ok" as const,
  time: ctx.now(),
  time_zones: process.versions.tz ?? "unknown",
}));
