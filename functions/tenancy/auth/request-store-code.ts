import { lambda } from "#functions/lambda.ts";
import { requestCode } from "#lib/tenancy/people/sign-in.ts";
import { storeAuth } from "./routes.ts";

export const handler = lambda(storeAuth.requestStoreCode, (ctx, { params, body }) =>
  requestCode(ctx, body.email, params.storeId),
);
