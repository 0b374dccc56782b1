import { lazy, Suspense } from "react";
import { PRODUCTS } from "#console/commerce/links.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { nameOf } from "#console/shared/blocks.ts";
import { Remove } from "#console/shared/dialog.tsx";
import { Loaded } from "#console/shared/loaded.tsx";
import { Mark } from "#console/shared/mark.tsx";
import { Page as Frame } from "#console/shared/page.tsx";
import { useSlot } from "#console/shared/place.ts";
import { useMay, useStore } from "#console/shared/store.ts";
import { ProductForm } from "../form/form.tsx";
import { FILLED } from "../search.ts";
import { InSetting } from "../setting.tsx";
import { STATUSES } from "../words.ts";
import { t } from "./texts.ts";

// Only users who may not change products need this code.
const ProductDetail = lazy(async () => ({ default: (await import("./detail.tsx")).ProductDetail }));

export function Page() {
  const may = useMay();
  const { languages } = useStore();
  const id = useSlot("id");
  const product = useRead("getProduct", { productId: id }, FILLED as never);
  const { data } = product;
  return (
    <Frame
      title={data ? nameOf(data, languages) : "…"}
      back={{ to: PRODUCTS, name: t.products }}
      beside={data && <Mark of={STATUSES} value={data.status} />}
      actions={data && <Delete product={data} />}
    >
      <Loaded of={product} lines={10} page>
        {(whole) => (
          <InSetting>
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
          </InSetting>
        )}
      </Loaded>
    </Frame>
  );
}

function Delete({ product }: { product: Schemas["Product"] }) {
  const may = useMay();
  const remove = useWrite("deleteProduct", ["listProducts"]);
  const send = () => remove.send({ productId: product.id }, undefined);
  const words = { title: t.deleteProduct, text: t.deleteText, done: t.deleted };
  return may("deleteProduct") && <Remove write={remove} send={send} {...words} to={PRODUCTS} />;
}
