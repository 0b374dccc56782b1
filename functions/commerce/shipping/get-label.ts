import { lambda } from "#functions/lambda.ts";
import { getLabel } from "#lib/commerce/shipping/label-file.ts";
import { publicShipping } from "./routes.ts";

export const handler = lambda(publicShipping.getLabel, (_ctx, { params }) => getLabel(params.labelToken));
