import { read, write } from "#console/shared/api/call.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import type { Values } from "#console/shared/form/merge.ts";
import type { RecordFormOptions } from "#console/shared/form/record-form.ts";
import { language } from "#console/shared/texts.ts";
import { w } from "#console/shared/words.ts";

export type Market = Schemas["Market"];
export type Zone = Market["zones"][number];

/** Options for a form that changes some fields of a market. */
export function marketForm(
  store: string,
  market: Market,
  values: (market: Market | undefined) => Values,
  bodyOf: (changes: Values, all: Values) => Schemas["UpdateMarket"],
): Omit<RecordFormOptions<Market>, "name"> {
  const marketId = market.id;
  return {
    record: market,
    values,
    save: ({ changes, values: all, base, key }) =>
      write(
        "updateMarket",
        store,
        { marketId },
        { ...bodyOf(changes, all), version: base?.version ?? 0 },
        key,
      ),
    reread: () => read("getMarket", store, { marketId }),
    saved: () => void invalidateReads(store, ["listMarkets", "getMarket", "getBusiness"]),
  };
}

/** The names of a zone's countries, or `everywhere` if it has none. */
export function areaText({ countries }: Pick<Zone, "countries">, everywhere: string): string {
  const names = new Intl.DisplayNames(language(), { type: "region", fallback: "code" });
  const known = countries.map((code) => (/^[A-Z]{2}$/.test(code) ? names.of(code) : code));
  return known.length === 0 ? everywhere : known.join(", ");
}

/** Zones as a text, to compare two people's changes. */
export function zonesText(value: unknown): string {
  const zones: Zone[] = Array.isArray(value) ? value : [];
  return zones.map((zone) => `${areaText(zone, "*")} (${zone.shipping_methods.length})`).join("; ") || w.none;
}
