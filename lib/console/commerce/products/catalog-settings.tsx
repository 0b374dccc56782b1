import { type ReactNode, useMemo } from "react";
import { useRead } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { ReadView } from "#console/shared/read-view.tsx";
import { useStore } from "#console/shared/store.ts";
import type { Catalog } from "./form/values.ts";
import { CATEGORY_QUERY } from "./search.ts";

interface WithCatalogSettingsProps {
  children: (setting: Catalog, categories: readonly Schemas["Taxonomy"][]) => ReactNode;
}

/** Reads the settings of the store that the product screens need. */
export function WithCatalogSettings({ children }: WithCatalogSettingsProps) {
  const { languages } = useStore();
  const markets = useRead("listMarkets", {});
  const locations = useRead("listLocations", {});
  const categories = useRead("listTaxonomies", {}, CATEGORY_QUERY as never);
  const [sold, places] = [markets.data?.items, locations.data?.items];
  const setting = useMemo(
    () => sold && places && { languages, markets: sold, locations: places },
    [languages, sold, places],
  );
  const waits = [markets, locations, categories].find(({ data }) => data === undefined) ?? categories;
  return (
    <ReadView<unknown> of={waits} lines={10}>
      {() => setting && categories.data && children(setting, categories.data.items)}
    </ReadView>
  );
}
