import { lambda } from "#functions/lambda.ts";
import { putData } from "#lib/system/platform-data/service.ts";
import { platformData } from "./routes.ts";

export const handler = lambda(platformData.putData, (ctx, { body }) => putData(ctx, body));
