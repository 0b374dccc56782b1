import { lambda } from "#functions/lambda.ts";
import { getSetup } from "#lib/system/setup/service.ts";
import { setup } from "./routes.ts";

export const handler = lambda(setup.getSetup, (ctx, { params }) => getSetup(ctx, params.storeId));
