import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteForm } from "#lib/content/forms/service.ts";
import { forms } from "./routes.ts";

export const handler = lambda(forms.deleteForm, async (ctx, { params }) => {
  await deleteForm(ctx, params.storeId, params.formId);
  return deletionReply("form");
});
