import type { Context } from "#core/context.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { searchWords } from "#core/dynamo/terms.ts";
import { ownProperty } from "#core/own-property.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isBlank } from "#core/texts/blank.ts";
import type { Entry } from "#lib/content/entries/schema.ts";
import { listEntries } from "#lib/content/entries/service.ts";
import type { Node } from "#lib/content/nodes/schema.ts";
import { listNodes } from "#lib/content/nodes/service.ts";

/** A passage of a store's published content. */
export interface Passage {
  title: string;
  /** Path of the passage's page on the store's site. */
  address: string;
  /** The published text, unchanged. */
  text: string;
  /** 2 per stem in the text, 1 per stem in title or slug, 0.5 if the text is not the title. */
  score: number;
}

/** Most words of a question that are searched, and fewest letters of such a word. */
const MAX_WORDS = 6;
const MIN_LENGTH = 3;
/** Most records that the search for one word gives, and most of the newest records. */
const MAX_PER_WORD = 20;
const MAX_NEWEST = 100;

/**
 * The published texts of a store that match words of a question, best first. The search runs without credentials,
 * so drafts, private content and other stores' content cannot be among them.
 */
export async function findPassages(ctx: Context, storeId: string, question: string): Promise<Passage[]> {
  const stems = stemsOf(question);
  if (stems.length === 0) return [];
  const anybody: Context = { ...ctx, actor: { kind: "nobody" }, may: async () => false };
  const records = (
    await sideBySide([
      searchPublished(stems, (query) => listNodes(anybody, storeId, query)),
      searchPublished(stems, (query) => listEntries(anybody, storeId, query)),
    ])
  ).flat();
  const distinct = [...new Map(records.map((record) => [record.id, record])).values()];
  return distinct
    .flatMap((record) => passagesOf(record, stems))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
}

/** The newest records; if the store has more, also those whose key or slug has a word of the question. */
async function searchPublished<T extends Node | Entry>(
  stems: string[],
  list: (query: { query?: string; limit: number }) => Promise<Page<T>>,
): Promise<(Node | Entry)[]> {
  const { items, cursor } = await list({ limit: MAX_NEWEST });
  const named =
    cursor === null ? [] : await sideBySide(stems.map((query) => list({ query, limit: MAX_PER_WORD })));
  return [...items, ...named.flatMap((page) => page.items)];
}

/** Stems of the meaningful words of a question, so that `delivery` also finds `deliveries`. */
export function stemsOf(question: string): string[] {
  const meaning = searchWords(question).filter((word) => word.length >= MIN_LENGTH && !STOP_WORDS.has(word));
  const stems = meaning.map((word) => word.slice(0, Math.max(4, word.length - 2)));
  return [...new Set(stems)].sort((left, right) => right.length - left.length).slice(0, MAX_WORDS);
}

function passagesOf(record: Node | Entry, stems: string[]): Passage[] {
  const parts: ContentPart[] = "blocks" in record ? record.blocks : record.fields;
  const texts = parts.flatMap((part) => textsOf(part).map((text) => ({ ...text, key: part.key })));
  const title = (locale: string | undefined) =>
    texts.find((text) => TITLE_KEYS.has(text.key) && (!locale || !text.locale || text.locale === locale))
      ?.text;
  return texts.map(({ text, locale }) => {
    const named = title(locale) ?? record.key;
    const slug = (locale && ownProperty(record.slug, locale)) ?? Object.values(record.slug)[0] ?? record.key;
    const score =
      2 * countMatches(text, stems) + countMatches(`${named} ${slug}`, stems) + (text === named ? 0 : 0.5);
    const has = score >= 1;
    return { title: named, address: `/${slug}`, text, score: has ? score : 0 };
  });
}

function countMatches(text: string, stems: string[]): number {
  const all = searchWords(text);
  return stems.filter((stem) => all.some((word) => word.startsWith(stem))).length;
}

interface ContentPart {
  key: string;
  type: string;
  value?: unknown;
}

interface LocaleText {
  text: string;
  locale: string | undefined;
}

/** The texts of a block or field; a reference to other records has none. */
function textsOf({ type, value }: ContentPart): LocaleText[] {
  if (!/TEXT|MARKDOWN|BLOCK/i.test(type)) return [];
  return stringsOf(value, undefined);
}

function stringsOf(value: unknown, locale: string | undefined): LocaleText[] {
  if (typeof value === "string") return isBlank(value) ? [] : [{ text: value, locale }];
  if (Array.isArray(value)) return value.flatMap((item) => stringsOf(item, locale));
  if (typeof value !== "object" || value === null) return [];
  if ("type" in value && "key" in value) {
    if (typeof value.key !== "string" || typeof value.type !== "string") return [];
    const inner = "value" in value ? value.value : undefined;
    return textsOf({ key: value.key, type: value.type, value: inner });
  }
  return Object.entries(value).flatMap(([language, item]) => stringsOf(item, language));
}

const TITLE_KEYS = new Set(["title", "name", "heading", "headline", "question"]);

const STOP_WORDS = new Set(
  `about also and any are aren can could did does doing don for from get give had has have hello help how into its let
  like may much need not off our out please say shall she should show some tell than that the their them then there
  these they thing this those want was were what when where which who why will with would you your yours
  aber auch auf aus bei bin bis bitte das dass dem den der des die dies doch durch ein eine einen einer für gibt haben
  habe hat ich ihr ihre ihren ist kann kannst können könnt man mein mit möchte nach nicht noch oder sein sich sie sind
  uns und vom von wann warum was wenn wer werden wie wir wird wo zum zur über`.split(/\s+/),
);
