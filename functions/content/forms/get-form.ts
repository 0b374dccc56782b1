import { lambda } from "#functions/lambda.ts";
import { getForm } from "#lib/content/forms/service.ts";
import { forms } from "./routes.ts";

export const handler = lambda(forms.getForm, (ctx, { params, query }) =>
  getForm(ctx, params.storeId, params.formId, query),
);
