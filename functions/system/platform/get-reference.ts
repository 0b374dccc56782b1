import { FIRST_PAGE, referenceReply } from "#core/reference/reply.ts";
import { lambda } from "#functions/lambda.ts";
import { site } from "#functions/reference-site.ts";
import { service } from "./routes.ts";

export const handler = lambda(service.getReference, () => referenceReply(site, FIRST_PAGE));
