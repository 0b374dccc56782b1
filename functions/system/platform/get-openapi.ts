import { env } from "#core/env.ts";
import { located } from "#core/http/openapi-picture.ts";
import { lambda } from "#functions/lambda.ts";
import { document } from "#functions/openapi-document.ts";
import { service } from "./routes.ts";

export const handler = lambda(service.getOpenapi, () =>
  located(document, env("PUBLIC_URL"), env("MEDIA_URL")),
);
