import { numberText, spanText } from "#core/texts/format.ts";
import { type Language, languageIn } from "#core/texts/language.ts";
import { textIn } from "#lib/content/blocks/names-schema.ts";
import type { Block } from "#lib/content/blocks/schema.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { namingLanguages } from "#lib/tenancy/tenants/service.ts";
import type { Snapshot } from "./quote-schema.ts";

/** Types of attributes that say what was chosen: others are texts, pictures and links about it. */
const CHOSEN: readonly Block["type"][] = [
  "TEXT",
  "LOCALIZED_TEXT",
  "TEXT_FILTER",
  "NUMBER",
  "NUMBER_FILTER",
  "BOOLEAN",
];
/** Characters that a value may have, so that a description is none. */
const MAX_VALUE = 60;
/** Characters of all of them: what comes after is left out. */
const MAX_CHOSEN = 120;
/** Characters that a name may have beside them on a page to pay on. */
const MAX_NAME = 120;

type Attribute = Pick<Block, "key" | "type" | "properties" | "value">;

/** A line of goods or appointments, as people read it in a mail, on a page and where they pay. */
interface LineText {
  /** How many of what, when in the store's time. */
  label: string;
  /** What was chosen of it, such as `L / blue`; empty where there is nothing to choose. */
  chosen: string;
}

/** What a line of a cart or an order is called. Every mail and page that names one asks this. */
export function lineText(
  language: Language,
  business: Pick<Business, "timezone" | "configs">,
  line: { quantity: number; from: number | null; to: number | null } & {
    snapshot: Pick<Snapshot, "name" | "attributes">;
  },
): LineText {
  const { quantity, snapshot, from, to } = line;
  const when = from === null ? "" : `, ${spanText(language, from, to ?? from, business.timezone)}`;
  return {
    label: `${quantity} × ${snapshot.name}${when}`,
    chosen: chosenText(snapshot.attributes, namingLanguages([language], business)),
  };
}

/**
 * The name of what is sold with what was chosen of it, such as `Bowl (L / blue)`, short enough for any provider's page.
 *
 * @param languages from `namingLanguages`
 */
export function nameAndChoice(
  { name, attributes }: Pick<Snapshot, "name" | "attributes">,
  languages: readonly string[],
): string {
  const chosen = chosenText(attributes, languages);
  return chosen ? `${[...name].slice(0, MAX_NAME).join("")} (${chosen})` : name;
}

/** What a variant's attributes say of what was chosen: words alone, numbers and what has a label with their name. */
function chosenText(attributes: readonly Attribute[], languages: readonly string[]): string {
  return attributes
    .flatMap((attribute) => valueText(attribute, languages) ?? [])
    .reduce((all, text) => {
      const more = all ? `${all} / ${text}` : text;
      return more.length > MAX_CHOSEN ? all : more;
    }, "");
}

function valueText(
  { key, type, properties, value }: Attribute,
  languages: readonly string[],
): string | undefined {
  if (!CHOSEN.includes(type)) return undefined;
  const label = plainText(properties.label, languages);
  if (type === "BOOLEAN") return value[0] === true ? label || key : undefined;
  const texts = value.map((each) => plainText(each, languages)).filter(Boolean);
  const text = texts.join(", ");
  if (text === "" || text.length > MAX_VALUE) return undefined;
  const isNumber = type === "NUMBER" || type === "NUMBER_FILTER";
  const name = label || (isNumber ? key : "");
  return name ? `${name}: ${text}` : text;
}

function plainText(value: unknown, languages: readonly string[]): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number")
    return numberText(languages.flatMap((tag) => languageIn(tag) ?? [])[0] ?? "en", value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const texts = Object.entries(value).filter((each): each is [string, string] => typeof each[1] === "string");
  return (textIn(Object.fromEntries(texts), languages) ?? "").trim();
}
