import { env } from "#core/env.ts";
import { lambda } from "#core/http/lambda.ts";
import { openapi } from "#core/http/openapi.ts";
import { operations } from "#functions/manifest.ts";
import { service } from "./routes.ts";

let document: Record<string, unknown> | undefined;

export const handler = lambda(service.getOpenapi, () => {
  document ??= openapi(operations, env("PUBLIC_URL"));
  return document;
});
