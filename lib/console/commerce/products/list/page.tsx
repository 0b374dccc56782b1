import { NativeSelect, Text } from "@mantine/core";
import { intentKey } from "@storefront-backend/client";
import { useMemo, useState } from "react";
import { IMPORT_PRODUCTS, NEW_PRODUCT, PRODUCTS, productPath } from "#console/commerce/links.ts";
import { read, write } from "#console/shared/api/call.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { nameOf } from "#console/shared/blocks.ts";
import { confirm, DialogForm } from "#console/shared/dialog.tsx";
import type { BulkAction } from "#console/shared/list/bulk.tsx";
import { RecordList } from "#console/shared/list/list.tsx";
import { Page as Frame, LinkButton } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { w } from "#console/shared/words.ts";
import { picturesOf } from "../content.ts";
import { Thumbnail } from "../picture.tsx";
import { CATEGORY_QUERY, HYDRATE_QUERY, PRODUCT_VIEWS } from "../search.ts";
import { LIST_FIELDS, withCategories } from "./columns.tsx";
import { ExportProducts } from "./export.tsx";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const { languages } = useStore();
  const { bulk, dialog } = useBulk();
  const categories = useRead("listTaxonomies", {}, CATEGORY_QUERY as never).data?.items;
  const fields = useMemo(() => withCategories(LIST_FIELDS, categories ?? []), [categories]);
  const make = may("createProduct") && (
    <span data-new>
      <LinkButton to={NEW_PRODUCT} primary>
        {t.newProduct}
      </LinkButton>
    </span>
  );
  const actions = (
    <>
      {may("exportProducts") && <ExportProducts />}
      {may("createImport") && <LinkButton to={IMPORT_PRODUCTS}>{t.import}</LinkButton>}
      {make}
    </>
  );
  return (
    <Frame title={t.title} actions={actions}>
      <RecordList
        path={PRODUCTS}
        name={t.name}
        operation="listProducts"
        fixedQuery={HYDRATE_QUERY}
        fields={fields}
        titleColumn={{
          label: ["Product", "Produkt"],
          name: (product) => nameOf(product, languages),
          to: ({ id }) => productPath(id),
          before: ({ blocks }) => <Thumbnail of={picturesOf(blocks).values().next().value} />,
        }}
        views={PRODUCT_VIEWS}
        bulk={bulk}
        empty={make}
      />
      {dialog}
    </Frame>
  );
}

/** Bulk actions send a request for each product, so that a refused one does not stop the others. */
function useBulk(): { bulk: BulkAction[]; dialog: React.ReactNode } {
  const may = useMay();
  const { id: store } = useStore();
  const [answer, setAnswer] = useState<(category: string | undefined) => void>();
  if (!may("updateProduct")) return { bulk: [], dialog: null };
  const after = () => void invalidateReads(store, ["listProducts", "getProduct"]);
  const setStatus = (
    label: string,
    status: Schemas["Product"]["status"],
    text: (number: number) => string,
  ): BulkAction => ({
    label,
    ask: async (ids) => (await confirm({ title: label, text: text(ids.length), yes: label })) || undefined,
    perRecord: (productId) => write("updateProduct", store, { productId }, { status }, intentKey()),
    after,
  });
  const addToCategory: BulkAction = {
    label: t.addToCategory,
    ask: () => new Promise((resolve) => setAnswer(() => resolve)),
    perRecord: async (productId, category) => {
      const { taxonomies, version } = await read("getProduct", store, { productId });
      if (taxonomies.some(({ taxonomy_id }) => taxonomy_id === category)) return;
      const body = { taxonomies: [...taxonomies, { taxonomy_id: String(category) }], version };
      await write("updateProduct", store, { productId }, body, intentKey());
    },
    after,
  };
  const close = (category: string | undefined) => {
    answer?.(category);
    setAnswer(undefined);
  };
  return {
    bulk: [
      setStatus(t.publish, "active", t.publishText),
      setStatus(w.archive, "archived", t.archiveText),
      addToCategory,
    ],
    dialog: answer && <CategoryDialog answer={close} />,
  };
}

function CategoryDialog({ answer }: { answer: (category: string | undefined) => void }) {
  const all = useRead("listTaxonomies", {}, CATEGORY_QUERY as never);
  const [chosen, choose] = useState<string>();
  const first = all.data?.items[0]?.id;
  const category = chosen ?? first;
  return (
    <DialogForm
      title={t.addToCategory}
      close={() => answer(undefined)}
      action={t.addToCategory}
      blocked={!category}
      submit={() => answer(category)}
    >
      <ReadView of={all} lines={1}>
        {({ items }) =>
          items.length === 0 ? (
            <Text>{t.noCategories}</Text>
          ) : (
            <NativeSelect
              label={t.category}
              data-autofocus
              value={category ?? ""}
              data={items.map(({ id, key }) => ({ value: id, label: key }))}
              onChange={(event) => choose(event.currentTarget.value)}
            />
          )
        }
      </ReadView>
    </DialogForm>
  );
}
