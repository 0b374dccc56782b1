import { UpdateBusiness } from "#console/generated/schemas.ts";
import { fieldsOf } from "#console/shared/fields.ts";
import { isTimeZone, ZONES } from "#console/shared/zones.ts";
import type { Business } from "../business.ts";

/** Empty values of the form's fields, by path in the request body. */
const EMPTY_STORE = {
  name: "",
  timezone: "",
  status: "",
  email: "",
  phone: "",
  website: "",
  "address.line1": "",
  "address.line2": "",
  "address.postalCode": "",
  "address.city": "",
  "address.country": "",
  "configs.origins": [] as string[],
  "configs.commerce.storefront_url": "",
  "configs.commerce.cash_needs_proof": false,
};
const f = fieldsOf<typeof EMPTY_STORE>(UpdateBusiness);

export const IDENTITY_FIELDS = [
  f.text("name", { label: ["Name", "Name"] }),
  f.choice("status", {
    label: ["Status", "Status"],
    choices: [
      ["DRAFT", ["Draft", "Entwurf"]],
      ["ACTIVE", ["Active", "Aktiv"]],
      ["ARCHIVED", ["Archived", "Archiviert"]],
    ],
  }),
  f.choice("timezone", {
    label: ["Time zone", "Zeitzone"],
    choices: ZONES.map((zone) => [zone, [zone, zone]] as const),
  }),
  f.text("email", { label: ["Email", "E-Mail"] }),
  f.text("phone", { label: ["Phone", "Telefon"] }),
  f.text("website", { label: ["Website", "Website"] }),
];

export const ADDRESS_FIELDS = [
  f.text("address.line1", { label: ["Street", "Straße"] }),
  f.text("address.line2", { label: ["Street, second line", "Straße, zweite Zeile"] }),
  f.text("address.postalCode", { label: ["Postal code", "Postleitzahl"] }),
  f.text("address.city", { label: ["City", "Ort"] }),
  f.text("address.country", {
    label: ["Country", "Land"],
    help: ["Two letters: DE, US", "Zwei Buchstaben: DE, US"],
  }),
];

export const SHOP_FIELDS = [
  f.text("configs.commerce.storefront_url", {
    label: ["Address of your shop", "Adresse deines Shops"],
    help: ["Links in mails lead there.", "Dorthin führen Links in E-Mails."],
  }),
  f.tags("configs.origins", {
    label: ["Origins", "Herkünfte"],
    help: [
      "Websites that may use your store, such as https://shop.example. Enter adds one.",
      "Websites, die dein Geschäft benutzen dürfen, etwa https://shop.example. Enter fügt eine hinzu.",
    ],
  }),
  f.check("configs.commerce.cash_needs_proof", {
    label: [
      "Only who proved their address pays in cash",
      "Bar zahlt nur, wer die eigene Adresse bestätigt hat",
    ],
  }),
];

export const STORE_FIELDS = [...IDENTITY_FIELDS, ...ADDRESS_FIELDS, ...SHOP_FIELDS];

export function valuesOf(business: Business | undefined): typeof EMPTY_STORE {
  if (!business) return EMPTY_STORE;
  const { address, configs } = business;
  return {
    name: business.name,
    timezone: isTimeZone(business.timezone) ? business.timezone : "UTC",
    status: business.status,
    email: business.email,
    phone: business.phone,
    website: business.website,
    "address.line1": address.line1 ?? "",
    "address.line2": address.line2 ?? "",
    "address.postalCode": address.postalCode ?? "",
    "address.city": address.city ?? "",
    "address.country": address.country ?? "",
    "configs.origins": configs.origins ?? [],
    "configs.commerce.storefront_url": configs.commerce?.storefront_url ?? "",
    "configs.commerce.cash_needs_proof": configs.commerce?.cash_needs_proof ?? false,
  };
}
