import { lambda } from "#functions/lambda.ts";
import { listCapabilities } from "#lib/engagement/social/accounts.ts";
import { socialAccounts } from "./routes.ts";

export const handler = lambda(socialAccounts.listSocialCapabilities, () => listCapabilities());
