import { lambda } from "#functions/lambda.ts";
import { listParents } from "#lib/tenancy/tenants/network.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { businesses } from "./routes.ts";

export const handler = lambda(businesses.listParents, async (ctx, { params }) =>
  listParents(await getTenant(ctx, params.businessId)),
);
