import { lambda } from "#core/http/lambda.ts";
import { publicKeys } from "#core/token.ts";
import { wellKnown } from "./routes.ts";

export const handler = lambda(wellKnown.getPublicKeys, (ctx) => publicKeys(ctx.now()));
