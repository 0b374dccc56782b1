import { lambda } from "#functions/lambda.ts";
import { validatePublication } from "#lib/engagement/social/validate.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.validatePublication, (ctx, { params, body }) =>
  validatePublication(ctx, params.storeId, body),
);
