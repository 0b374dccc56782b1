import { lambda } from "#functions/lambda.ts";
import { submitForm } from "#lib/content/forms/submissions.ts";
import { forms } from "./routes.ts";

export const handler = lambda(forms.submitForm, (ctx, { params, body }) =>
  submitForm(ctx, params.storeId, params.formId, body),
);
