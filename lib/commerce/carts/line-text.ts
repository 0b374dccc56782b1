import { numberText, spanText } from "#core/texts/format.ts";
import { type Language, languageIn } from "#core/texts/language.ts";
import { textIn } from "#lib/content/blocks/names-schema.ts";
import type { Block } from "#lib/content/blocks/schema.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { namingLanguages } from "#lib/tenancy/tenants/service.ts";
import type { ItemSnapshot } from "./quote-schema.ts";

/** Attribute types whose values can be options; other types are long texts, pictures and links. */
const OPTION_TYPES: readonly Block["type"][] = [
  "TEXT",
  "LOCALIZED_TEXT",
  "TEXT_FILTER",
  "NUMBER",
  "NUMBER_FILTER",
  "BOOLEAN",
];
/** Most characters of an option's value; longer values are left out, because they are descriptions. */
const MAX_VALUE_LENGTH = 60;
/** Most characters of all options together; further ones are left out. */
const MAX_OPTIONS_LENGTH = 120;
/** Most characters of the name if options follow it on a payment page. */
const MAX_NAME_LENGTH = 120;

type Attribute = Pick<Block, "key" | "type" | "properties" | "value">;

/** The text of a line in mails, on pages and at payment providers. */
interface LineText {
  /** Quantity, name and local time. */
  label: string;
  /** The chosen options, such as `L / blue`; empty if there are none. */
  chosen: string;
}

/** Names a line of a cart or order. Every mail and page uses this function. */
export function lineText(
  language: Language,
  business: Pick<Business, "timezone" | "configs">,
  line: { quantity: number; from: number | null; to: number | null } & {
    snapshot: Pick<ItemSnapshot, "name" | "attributes">;
  },
): LineText {
  const { quantity, snapshot, from, to } = line;
  const when = from === null ? "" : `, ${spanText(language, from, to ?? from, business.timezone)}`;
  return {
    label: `${quantity} × ${snapshot.name}${when}`,
    chosen: optionsText(snapshot.attributes, namingLanguages([language], business)),
  };
}

/**
 * The name with the chosen options, such as `Bowl (L / blue)`, short enough for the pages of payment
 * providers.
 *
 * @param languages from `namingLanguages`
 */
export function nameWithOptions(
  { name, attributes }: Pick<ItemSnapshot, "name" | "attributes">,
  languages: readonly string[],
): string {
  const chosen = optionsText(attributes, languages);
  return chosen ? `${[...name].slice(0, MAX_NAME_LENGTH).join("")} (${chosen})` : name;
}

/** Lists values: a word alone, a number or a labelled value after its name, and of a boolean only its name. */
function optionsText(attributes: readonly Attribute[], languages: readonly string[]): string {
  return attributes
    .flatMap((attribute) => valueText(attribute, languages) ?? [])
    .reduce((all, text) => {
      const more = all ? `${all} / ${text}` : text;
      return more.length > MAX_OPTIONS_LENGTH ? all : more;
    }, "");
}

function valueText(
  { key, type, properties, value }: Attribute,
  languages: readonly string[],
): string | undefined {
  if (!OPTION_TYPES.includes(type)) return undefined;
  const label = plainText(properties.label, languages);
  if (type === "BOOLEAN") return value[0] === true ? label || key : undefined;
  const texts = value.map((each) => plainText(each, languages)).filter(Boolean);
  const text = texts.join(", ");
  if (text === "" || text.length > MAX_VALUE_LENGTH) return undefined;
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
