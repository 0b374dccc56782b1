import { lambda } from "#functions/lambda.ts";
import { submitFormAsVisitor } from "#lib/content/forms/submissions.ts";
import { storefrontForms } from "./routes.ts";

export const handler = lambda(storefrontForms.submitFormAsVisitor, (ctx, { params, body }) =>
  submitFormAsVisitor(ctx, params.formId, body),
);
