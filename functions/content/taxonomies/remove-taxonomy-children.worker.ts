import { worker } from "#core/queue/worker.ts";
import { removeBelow } from "#lib/content/taxonomies/cascade.ts";
import { taxonomyWorkers } from "./routes.ts";

export const handler = worker(taxonomyWorkers.removeTaxonomyChildren, (ctx, message) =>
  removeBelow(ctx, message),
);
