import { lambda } from "#functions/lambda.ts";
import { getFiguresStatus } from "#lib/system/figures/status.ts";
import { figures } from "./routes.ts";

export const handler = lambda(figures.getFiguresStatus, (ctx, { params }) =>
  getFiguresStatus(ctx, params.storeId),
);
