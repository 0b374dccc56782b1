import { useEffect, useMemo, useRef, useState } from "react";
import { read } from "#console/shared/api/call.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Form } from "#console/shared/form/form.tsx";
import { Input } from "#console/shared/form/inputs.tsx";
import { Picks } from "#console/shared/form/picks.tsx";
import { useRecordForm } from "#console/shared/form/record-form.ts";
import { useFieldState } from "#console/shared/form/store.ts";
import { Region } from "#console/shared/page.tsx";
import { useStore } from "#console/shared/store.ts";
import { say } from "#console/shared/texts.ts";
import { type Picture, picturesOf } from "../content.ts";
import { PRODUCT_FIELDS as F } from "../fields.tsx";
import { HYDRATE_QUERY } from "../search.ts";
import { cellFields } from "./column-labels.tsx";
import { followNames, formFields, textFields } from "./fields.ts";
import { Options } from "./options.tsx";
import { Pictures } from "./pictures.tsx";
import { saveProduct } from "./save.ts";
import { t } from "./texts.ts";
import { type Catalog, isVolatile, type Product, valuesOf } from "./values.ts";
import { Variants } from "./variants.tsx";

interface ProductFormProps {
  /** Undefined for a new product. */
  product?: Product;
  setting: Catalog;
  categories: readonly Schemas["Taxonomy"][];
  mayUpload: boolean;
  saved: (product: Product) => void;
}

export function ProductForm({ product, setting, categories, mayUpload, saved }: ProductFormProps) {
  const { id: store } = useStore();
  const { known, learn: addKnown } = useKnownPictures(product);
  const form = useRecordForm<Product>({
    name: `product:${product?.id ?? "new"}`,
    record: product,
    values: (record) => valuesOf(record, setting),
    save: async (request) => {
      const result = await saveProduct(request, { ...setting, store, media: known });
      void invalidateReads(store, ["getProduct", "listProducts"]);
      return result;
    },
    reread: () => read("getProduct", store, { productId: product?.id ?? "" }, HYDRATE_QUERY as never),
    saved,
    isVolatile: isVolatile,
  });
  const { languages } = setting;
  useEffect(
    () => (product ? undefined : followNames(form.store, languages)),
    [product, form.store, languages],
  );
  const fields = formFields(categories, setting);
  const all = [...fields, ...cellFields(form.store.values(), product, setting)];
  return (
    <Form form={form} fields={all} always={!product}>
      <div className="columns">
        <div>
          <Region title={t.details} className="stack">
            {[...textFields("name", setting), ...textFields("description", setting)].map((field) => (
              <Input key={field.name} field={field} />
            ))}
          </Region>
          <Pictures known={known} addKnown={addKnown} mayUpload={mayUpload} />
        </div>
        <Region title={t.organisation} className="stack">
          <Input field={F.status} />
          <Categories categories={categories} />
          {textFields("slug", setting).map((field) => (
            <Input key={field.name} field={field} />
          ))}
          <Input field={F.key} />
        </Region>
      </div>
      <Options product={product} setting={setting} />
      <Variants product={product} setting={setting} />
    </Form>
  );
}

function Categories({ categories }: { categories: readonly Schemas["Taxonomy"][] }) {
  const { value, fault, set } = useFieldState("categories");
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const of = categories.map(({ id, key }) => ({ value: id, label: key }));
  const gone = chosen.filter((id) => !of.some((each) => each.value === id));
  return (
    <Picks
      id="field-categories"
      label={say(F.taxonomies.label)}
      description={of.length === 0 ? t.noCategories : undefined}
      error={fault}
      value={chosen}
      set={set}
      of={[...of, ...gone.map((id) => ({ value: id, label: id }))]}
      max={F.taxonomies.limits.max ?? 8}
    />
  );
}

/** The product's media files, and those uploaded since. */
function useKnownPictures(product: Product | undefined) {
  const seen = useRef(new Map<string, Picture>());
  const [uploaded, setUploaded] = useState<readonly Picture[]>([]);
  const known = useMemo(() => {
    for (const picture of [...uploaded, ...picturesOf(product?.blocks ?? []).values()])
      seen.current.set(picture.id, picture);
    return new Map(seen.current);
  }, [uploaded, product]);
  return { known, learn: (picture: Picture) => setUploaded((before) => [...before, picture]) };
}
