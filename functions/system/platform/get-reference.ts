import { lambda } from "#core/http/lambda.ts";
import { FIRST, referenceReply } from "#core/reference/reply.ts";
import { site } from "#functions/reference-site.ts";
import { service } from "./routes.ts";

export const handler = lambda(service.getReference, () => referenceReply(site, FIRST));
