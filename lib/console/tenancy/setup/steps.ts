import { WORKING_HOURS } from "#console/booking/links.ts";
import { NEW_ORDER, NEW_PRODUCT } from "#console/commerce/links.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { config } from "#console/shared/config.ts";
import { t } from "./texts.ts";

type Setup = Schemas["Setup"];

export interface Step {
  name: keyof Setup;
  label: string;
  /** The path below the store. */
  to: string;
  done: boolean;
  help?: string;
}

/** The steps of the checklist, without those that do not apply to this store. */
export function stepsOf(setup: Setup): Step[] {
  const all: readonly (readonly [keyof Setup, string, string, string?])[] = [
    ["address", t.address, "settings/store"],
    ["markets_checked", t.markets, "settings/markets-and-taxes", t.marketsHelp],
    ["sellable", t.sellable, NEW_PRODUCT, t.sellableHelp],
    ["shipping", t.shipping, "settings/shipping"],
    ["hours", t.hours, WORKING_HOURS],
    ["payments", t.payments, "settings/payments", config().sandbox ? t.sandbox : undefined],
    ["team", t.team, "settings/team"],
    ["origins", t.origins, "settings/store"],
    ["test_order", t.testOrder, NEW_ORDER],
  ];
  return all.flatMap(([name, label, to, help]) => {
    const done = setup[name];
    return done === null ? [] : [{ name, label, to, done, ...(help ? { help } : {}) }];
  });
}
