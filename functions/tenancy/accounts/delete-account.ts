import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteAccount } from "#lib/tenancy/people/deletion.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.deleteAccount, async (ctx) => {
  await deleteAccount(ctx);
  return deletionReply("account");
});
