import { lambda } from "#core/http/lambda.ts";
import { readLabel } from "#lib/commerce/shipping/label-file.ts";
import { shippingDoors } from "./routes.ts";

export const handler = lambda(shippingDoors.getLabel, (_ctx, { params }) => readLabel(params.labelToken));
