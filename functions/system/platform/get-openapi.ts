import { env } from "#core/env.ts";
import { lambda } from "#core/http/lambda.ts";
import { document } from "#functions/openapi-document.ts";
import { service } from "./routes.ts";

export const handler = lambda(service.getOpenapi, () => ({
  ...document,
  servers: [{ url: env("PUBLIC_URL") }],
}));
