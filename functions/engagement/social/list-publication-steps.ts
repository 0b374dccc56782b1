import { lambda } from "#core/http/lambda.ts";
import { listSteps } from "#lib/engagement/social/steps.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.listPublicationSteps, (ctx, { params }) =>
  listSteps(ctx, params.storeId, params.publicationId),
);
