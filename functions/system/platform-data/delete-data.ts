import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteData } from "#lib/system/platform-data/service.ts";
import { platformData } from "./routes.ts";

export const handler = lambda(
  platformData.deleteData,
  (ctx, { query }) => deleteData(ctx, query.key),
  () => ({ ok: true as const, ...deletionReply("value") }),
);
