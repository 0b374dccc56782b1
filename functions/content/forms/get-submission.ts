import { lambda } from "#functions/lambda.ts";
import { getSubmission } from "#lib/content/forms/submissions.ts";
import { forms } from "./routes.ts";

export const handler = lambda(forms.getSubmission, (ctx, { params }) =>
  getSubmission(ctx, params.storeId, params.formId, params.submissionId),
);
