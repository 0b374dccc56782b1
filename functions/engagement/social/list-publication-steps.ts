import { lambda } from "#functions/lambda.ts";
import { listPublicationSteps } from "#lib/engagement/social/steps.ts";
import { publications } from "./routes.ts";

export const handler = lambda(publications.listPublicationSteps, (ctx, { params }) =>
  listPublicationSteps(ctx, params.storeId, params.publicationId),
);
