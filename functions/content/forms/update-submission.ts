import { lambda } from "#functions/lambda.ts";
import { updateSubmission } from "#lib/content/forms/submissions.ts";
import { forms } from "./routes.ts";

export const handler = lambda(forms.updateSubmission, (ctx, { params, body }) =>
  updateSubmission(ctx, params.storeId, params.formId, params.submissionId, body),
);
