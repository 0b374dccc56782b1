import { lambda } from "#functions/lambda.ts";
import { createForm } from "#lib/content/forms/service.ts";
import { forms } from "./routes.ts";

export const handler = lambda(forms.createForm, (ctx, { params, body }) =>
  createForm(ctx, params.storeId, body),
);
