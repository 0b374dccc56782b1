import { scheduled } from "#core/queue/scheduled.ts";
import { tendCarts } from "#lib/commerce/carts/tend.ts";
import { cartWorkers } from "./routes.ts";

export const handler = scheduled(cartWorkers.tendCarts, tendCarts);
