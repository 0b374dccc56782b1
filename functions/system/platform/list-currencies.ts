import { lambda } from "#functions/lambda.ts";
import { listCurrencies } from "#lib/system/platform/currencies.ts";
import { platform } from "./routes.ts";

export const handler = lambda(platform.listCurrencies, () => listCurrencies());
