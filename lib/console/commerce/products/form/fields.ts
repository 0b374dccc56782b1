import type { Schemas } from "#console/shared/api/types.ts";
import type { AnyField, Kind } from "#console/shared/fields.ts";
import { textOf } from "#console/shared/fields.ts";
import type { FormStore } from "#console/shared/form/store.ts";
import { keyOf } from "#console/shared/slug.ts";
import type { Words } from "#console/shared/texts.ts";
import { w } from "#console/shared/words.ts";
import { PRODUCT_FIELDS } from "../fields.tsx";
import type { Option } from "../options.ts";
import { inLanguage } from "./language.ts";
import type { Catalog } from "./values.ts";

/** The labels of the texts that a product has in each language. */
const TEXTS = {
  name: ["Name", "Name"],
  description: ["Description", "Beschreibung"],
  slug: PRODUCT_FIELDS.slug.label,
} as const;

/** One field for each language of the store: `name:en`, `name:de`. */
export function textFields(part: keyof typeof TEXTS, { languages }: Catalog): AnyField[] {
  const kind: Kind = part === "description" ? "lines" : "text";
  const [en, de] = TEXTS[part];
  return languages.map((language) => {
    const label: Words = [inLanguage(en, language, languages), inLanguage(de, language, languages)];
    const max = part === "slug" ? 200 : undefined;
    return { name: `${part}:${language}`, kind, label, limits: max ? { max } : {} };
  });
}

/** The fields of the form, without the cells of variants. */
export function formFields(categories: readonly Schemas["Taxonomy"][], setting: Catalog): AnyField[] {
  const named = (ids: unknown) =>
    strings(ids)
      .map((id) => categories.find((each) => each.id === id)?.key ?? id)
      .join(", ") || w.none;
  const options = (all: unknown) =>
    (Array.isArray(all) ? (all as Option[]) : [])
      .map(({ name, values }) => `${name}: ${values.join(", ")}`)
      .join("; ") || w.none;
  const plain = { limits: {}, kind: "tags" as const };
  return [
    ...textFields("name", setting),
    ...textFields("description", setting),
    { ...plain, name: "pictures", label: ["Pictures", "Bilder"], text: (ids) => String(strings(ids).length) },
    { ...plain, name: "options", label: ["Options", "Optionen"], text: options },
    PRODUCT_FIELDS.status,
    { ...plain, name: "categories", label: PRODUCT_FIELDS.taxonomies.label, text: named },
    ...textFields("slug", setting),
    { ...PRODUCT_FIELDS.key, text: (value) => textOf(PRODUCT_FIELDS.key, value) },
  ];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Derives a new product's key and slugs from its names, until somebody edits them. */
export function followNames(store: FormStore, languages: readonly string[]): () => void {
  const places = languages.flatMap((language, index) => [
    { from: `name:${language}`, to: `slug:${language}` },
    ...(index === 0 ? [{ from: `name:${language}`, to: "key" }] : []),
  ]);
  const made = new Map(places.map(({ to }) => [to, keyOf(String(store.values()[to] ?? ""))]));
  return store.subscribe(() => {
    for (const { from, to } of places) {
      const [before, next] = [made.get(to), keyOf(String(store.values()[from] ?? ""))];
      if (before === next) continue;
      made.set(to, next);
      if (store.values()[to] === before) store.set(to, next);
    }
  });
}
