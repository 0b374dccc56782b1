import { env } from "#core/env.ts";
import { lambda } from "#functions/lambda.ts";
import { llms } from "#functions/llms-text.ts";
import { service } from "./routes.ts";

export const handler = lambda(service.getLlms, () => ({
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" },
  body: llms.replaceAll("{api}", env("PUBLIC_URL")),
}));
