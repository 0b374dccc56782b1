import { Text } from "@mantine/core";
import type { Schemas } from "#console/shared/api/types.ts";
import { textsOf } from "#console/shared/blocks.ts";
import { DescriptionList, Region } from "#console/shared/page.tsx";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { say } from "#console/shared/texts.ts";
import { cellText } from "../cells.ts";
import { picturesOf } from "../content.ts";
import { PRODUCT_FIELDS as F } from "../fields.tsx";
import { ColumnHeadings } from "../form/column-labels.tsx";
import { t as form } from "../form/texts.ts";
import { type Catalog, columnsOf, optionsIn, rowsIn, valuesOf } from "../form/values.ts";
import { rowName } from "../options.ts";
import { Thumbnail } from "../picture.tsx";
import { STATUSES } from "../words.ts";
import { t } from "./texts.ts";

interface ProductDetailProps {
  product: Schemas["Product"];
  setting: Catalog;
  categories: readonly Schemas["Taxonomy"][];
}

/** Shows a product to users who may not change it. */
export function ProductDetail({ product, setting, categories }: ProductDetailProps) {
  const texts = textsOf(product.blocks, "description", setting.languages);
  const filed = product.taxonomies.map(
    ({ taxonomy_id }) => categories.find(({ id }) => id === taxonomy_id)?.key ?? taxonomy_id,
  );
  return (
    <>
      <div className="columns">
        <Region title={t.description}>
          {setting.languages.map((language) => (
            <Text key={language} className="typed">
              <bdi>{texts[language]}</bdi>
            </Text>
          ))}
          {[...picturesOf(product.blocks).values()].map((picture) => (
            <Thumbnail key={picture.id} of={picture} size={96} />
          ))}
        </Region>
        <Region title={form.organisation}>
          <DescriptionList
            items={[
              [say(F.status.label), <StatusBadge key="status" choices={STATUSES} value={product.status} />],
              [say(F.taxonomies.label), filed.join(", ")],
              [say(F.slug.label), Object.values(product.slug).join(", ")],
              [say(F.key.label), product.key],
            ]}
          />
        </Region>
      </div>
      <Region title={form.variants}>
        <Rows product={product} setting={setting} />
      </Region>
    </>
  );
}

function Rows({ product, setting }: Pick<ProductDetailProps, "product" | "setting">) {
  const values = valuesOf(product, setting);
  const options = optionsIn(values);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys
    <section className="sideways" tabIndex={0} aria-label={form.table}>
      <table className="rows" aria-label={form.variants}>
        <thead>
          <tr>
            <th scope="col">{form.variant}</th>
            <ColumnHeadings setting={setting} />
          </tr>
        </thead>
        <tbody>
          {rowsIn(values, product, setting).rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <bdi>{rowName(row, options, form.default)}</bdi>
              </th>
              {columnsOf(setting).map((column) => (
                <td key={column.name(row.id)} className="number">
                  {cellText(column, values[column.name(row.id)]) || "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
