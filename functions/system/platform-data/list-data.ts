import { lambda } from "#functions/lambda.ts";
import { listData } from "#lib/system/platform-data/service.ts";
import { platformData } from "./routes.ts";

export const handler = lambda(platformData.listData, (ctx, { query }) => listData(ctx, query));
