import { env } from "#core/env.ts";
import { lambda } from "#core/http/lambda.ts";
import { located } from "#core/http/openapi-picture.ts";
import { document } from "#functions/openapi-document.ts";
import { service } from "./routes.ts";

export const handler = lambda(service.getOpenapi, () =>
  located(document, env("PUBLIC_URL"), env("MEDIA_URL")),
);
