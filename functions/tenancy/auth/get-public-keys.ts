import { lambda } from "#functions/lambda.ts";
import { getPublicKeys } from "#lib/tenancy/access/access-token.ts";
import { wellKnown } from "./routes.ts";

export const handler = lambda(wellKnown.getPublicKeys, (ctx) => getPublicKeys(ctx.now()));
