import { PRODUCTS, productPath } from "#console/commerce/links.ts";
import { useGo } from "#console/shared/go.tsx";
import { Page as Frame } from "#console/shared/page.tsx";
import { useMay } from "#console/shared/store.ts";
import { ProductForm } from "../form/form.tsx";
import { InSetting } from "../setting.tsx";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const go = useGo();
  return (
    <Frame title={t.title} back={{ to: PRODUCTS, name: t.products }}>
      <InSetting>
        {(setting, categories) => (
          <ProductForm
            setting={setting}
            categories={categories}
            mayUpload={may("createMedia")}
            saved={({ id }) => void go(productPath(id), { replace: true, unasked: true })}
          />
        )}
      </InSetting>
    </Frame>
  );
}
