import { lambda } from "#functions/lambda.ts";
import { getWidget } from "#lib/engagement/support/widget/show.ts";
import { supportWidget } from "./routes.ts";

export const handler = lambda(supportWidget.getSupportWidget, () => getWidget());
