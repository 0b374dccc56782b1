import { lambda } from "#core/http/lambda.ts";
import { validateContent } from "#lib/engagement/social/validate.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.validatePublication, (ctx, { params, body }) =>
  validateContent(ctx, params.storeId, body),
);
