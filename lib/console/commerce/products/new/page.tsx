import { PRODUCTS, productPath } from "#console/commerce/links.ts";
import { Page as Frame } from "#console/shared/page.tsx";
import { useMay } from "#console/shared/store.ts";
import { useStoreNavigate } from "#console/shared/store-link.tsx";
import { WithCatalogSettings } from "../catalog-settings.tsx";
import { ProductForm } from "../form/form.tsx";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const go = useStoreNavigate();
  return (
    <Frame title={t.title} back={{ to: PRODUCTS, name: t.products }}>
      <WithCatalogSettings>
        {(setting, categories) => (
          <ProductForm
            setting={setting}
            categories={categories}
            mayUpload={may("createMedia")}
            saved={({ id }) => void go(productPath(id), { replace: true, ignoreBlocker: true })}
          />
        )}
      </WithCatalogSettings>
    </Frame>
  );
}
