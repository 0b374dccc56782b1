import { worker } from "#core/queue/worker.ts";
import { removeChildren } from "#lib/content/taxonomies/cascade.ts";
import { taxonomyWorkers } from "./routes.ts";

export const handler = worker(taxonomyWorkers.removeTaxonomyChildren, (ctx, message) =>
  removeChildren(ctx, message),
);
