import { type ReactNode, useMemo } from "react";
import { useRead } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Loaded } from "#console/shared/loaded.tsx";
import { useStore } from "#console/shared/store.ts";
import type { Setting } from "./form/values.ts";
import { CATEGORIES } from "./search.ts";

interface InSettingProps {
  children: (setting: Setting, categories: readonly Schemas["Taxonomy"][]) => ReactNode;
}

/** Reads the settings of the store that the product screens need. */
export function InSetting({ children }: InSettingProps) {
  const { languages } = useStore();
  const markets = useRead("listMarkets", {});
  const locations = useRead("listLocations", {});
  const categories = useRead("listTaxonomies", {}, CATEGORIES as never);
  const [sold, places] = [markets.data?.items, locations.data?.items];
  const setting = useMemo(
    () => sold && places && { languages, markets: sold, locations: places },
    [languages, sold, places],
  );
  const waits = [markets, locations, categories].find(({ data }) => data === undefined) ?? categories;
  return (
    <Loaded<unknown> of={waits} lines={10}>
      {() => setting && categories.data && children(setting, categories.data.items)}
    </Loaded>
  );
}
