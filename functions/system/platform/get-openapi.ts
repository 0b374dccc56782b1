import { env } from "#core/env.ts";
import { lambda } from "#functions/lambda.ts";
import { document } from "#functions/openapi-document.ts";
import { getOpenapi } from "#lib/system/platform/openapi.ts";
import { service } from "./routes.ts";

export const handler = lambda(service.getOpenapi, () =>
  getOpenapi(document, env("PUBLIC_URL"), env("MEDIA_URL")),
);
