import { ownProperty } from "#core/own-property.ts";
import { languageOfTenant } from "#lib/tenancy/tenants/service.ts";
import { extensionOf, extensionsOf } from "./types.ts";

const MAX_NAME = 200;
const MAX_SLUG = 80;

/** The stored name of a file: the last part of the sent path, without invisible characters. */
export function safeName(sent: string): string {
  const last = sent.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  // Control characters, and invisible ones that change the direction of text.
  const shown = last.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, "").trim();
  const stem = shown.slice(0, Math.max(0, shown.lastIndexOf(".")));
  const end = stem ? shown.slice(stem.length) : "";
  const cut =
    shown.length > MAX_NAME ? `${[...shown].slice(0, MAX_NAME - end.length).join("")}${end}` : shown;
  return /^\.*$/.test(cut) ? "file" : [...cut].slice(0, MAX_NAME).join("");
}

/** A text as part of a URL: letters and digits of any script in lower case, and hyphens. */
export function slugify(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...words.join("-")].slice(0, MAX_SLUG).join("").replace(/-$/, "");
}

/** The file name in a file's URL: the slug in the store's language, else in any, else the original name. */
export async function publicName(
  storeId: string,
  slug: Record<string, string>,
  { name, mime_type }: { name: string; mime_type: string },
): Promise<string> {
  const language = await languageOfTenant(storeId);
  const chosen = ownProperty(slug, language) ?? slug[Object.keys(slug).sort()[0] ?? ""];
  return fileName(chosen ?? stemOf(name), mime_type);
}

export function stemOf(name: string): string {
  return name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : name;
}

/** Makes the end of a URL a file name of this type: `image.png` for `image.php`, `a.jpg` for `a.jpg:large`. */
export function nameOfType(sent: string, mimeType: string): string {
  const end = /\.([a-z][a-z\d]{0,4})?([^a-z\d.][^.]*)?$/i.exec(sent);
  if (!sent.includes(".") || (!end?.[2] && extensionsOf(mimeType).includes(end?.[1]?.toLowerCase() ?? "")))
    return sent;
  return safeName(`${end ? sent.slice(0, end.index) : sent}.${extensionOf(mimeType)}`);
}

/** `red-shoe.jpg` for `Red Shoe` of the type image/jpeg. */
export function fileName(text: string, mimeType: string): string {
  return `${slugify(text) || "file"}.${extensionOf(mimeType)}`;
}
