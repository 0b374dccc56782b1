import { lambda } from "#functions/lambda.ts";
import { getLabel } from "#lib/commerce/shipping/label-file.ts";
import { shippingDoors } from "./routes.ts";

export const handler = lambda(shippingDoors.getLabel, (_ctx, { params }) => getLabel(params.labelToken));
