import { lazy, Suspense } from "react";
import { PRODUCTS } from "#console/commerce/links.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { nameOf } from "#console/shared/blocks.ts";
import { DeleteButton } from "#console/shared/dialog.tsx";
import { Page as Frame } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { usePathParam } from "#console/shared/url-params.ts";
import { WithCatalogSettings } from "../catalog-settings.tsx";
import { ProductForm } from "../form/form.tsx";
import { HYDRATE_QUERY } from "../search.ts";
import { STATUSES } from "../words.ts";
import { t } from "./texts.ts";

// Only users who may not change products need this code.
const ProductDetail = lazy(async () => ({ default: (await import("./detail.tsx")).ProductDetail }));

export function Page() {
  const may = useMay();
  const { languages } = useStore();
  const id = usePathParam("id");
  const product = useRead("getProduct", { productId: id }, HYDRATE_QUERY as never);
  const { data } = product;
  return (
    <Frame
      title={data ? nameOf(data, languages) : "…"}
      back={{ to: PRODUCTS, name: t.products }}
      beside={data && <StatusBadge choices={STATUSES} value={data.status} />}
      actions={data && <Delete product={data} />}
    >
      <ReadView of={product} lines={10} notFoundPage>
        {(whole) => (
          <WithCatalogSettings>
            {(setting, categories) =>
              may("updateProduct") && may("changeInventory") ? (
                <ProductForm
                  key={whole.id}
                  product={whole}
                  setting={setting}
                  categories={categories}
                  mayUpload={may("createMedia")}
                  saved={() => undefined}
                />
              ) : (
                <Suspense>
                  <ProductDetail product={whole} setting={setting} categories={categories} />
                </Suspense>
              )
            }
          </WithCatalogSettings>
        )}
      </ReadView>
    </Frame>
  );
}

function Delete({ product }: { product: Schemas["Product"] }) {
  const may = useMay();
  const remove = useWrite("deleteProduct", ["listProducts"]);
  const send = () => remove.send({ productId: product.id }, undefined);
  const words = { title: t.deleteProduct, text: t.deleteText, done: t.deleted };
  return may("deleteProduct") && <DeleteButton write={remove} send={send} {...words} to={PRODUCTS} />;
}
