import { lambda } from "#functions/lambda.ts";
import { listSubmissions } from "#lib/content/forms/submissions.ts";
import { forms } from "./routes.ts";

export const handler = lambda(forms.listSubmissions, (ctx, { params, query }) =>
  listSubmissions(ctx, params.storeId, params.formId, query),
);
