import { lambda } from "#functions/lambda.ts";
import { generateBlocks } from "#lib/content/legacy-content/generate.ts";
import { businessCollections } from "./routes.ts";

export const handler = lambda(businessCollections.generateBlocks, (ctx, { params, body }) =>
  generateBlocks(ctx, params.businessId, body),
);
