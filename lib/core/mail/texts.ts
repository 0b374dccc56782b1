import { catalogue } from "#core/texts/catalogue.ts";

/** Further texts in the footer of a business's mails and pages. */
export const letterheadTexts = catalogue(
  "letterhead",
  { shop: "Visit our shop", imprint: "Legal notice" },
  { de: { shop: "Zu unserem Shop", imprint: "Impressum" } },
);
