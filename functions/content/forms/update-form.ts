import { lambda } from "#functions/lambda.ts";
import { updateForm } from "#lib/content/forms/service.ts";
import { forms } from "./routes.ts";

export const handler = lambda(forms.updateForm, (ctx, { params, body }) =>
  updateForm(ctx, params.storeId, params.formId, body),
);
