// Made by `npm run routes` of the files whose names end in -adapter.ts.

import { stripe } from "./stripe-adapter.ts";

export const ADAPTERS = [stripe];
