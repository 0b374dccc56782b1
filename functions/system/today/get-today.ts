import { lambda } from "#functions/lambda.ts";
import { getToday } from "#lib/system/today/service.ts";
import { today } from "./routes.ts";

export const handler = lambda(today.getToday, (ctx, { params }) => getToday(ctx, params.storeId));
