import { lambda } from "#functions/lambda.ts";
import { listForms } from "#lib/content/forms/service.ts";
import { forms } from "./routes.ts";

export const handler = lambda(forms.listForms, (ctx, { params, query }) =>
  listForms(ctx, params.storeId, query),
);
