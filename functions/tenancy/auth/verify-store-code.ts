import { lambda } from "#functions/lambda.ts";
import { verifyCode } from "#lib/tenancy/people/sign-in.ts";
import { storeAuth } from "./routes.ts";

export const handler = lambda(storeAuth.verifyStoreCode, (ctx, { params, body }) =>
  verifyCode(ctx, body, params.storeId),
);
