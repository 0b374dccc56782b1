import { catalogue } from "#core/texts/catalogue.ts";

/** What stands in the foot of a business's mails and pages besides its name and address. */
export const letterheadTexts = catalogue(
  "letterhead",
  { shop: "Visit our shop", imprint: "Legal notice" },
  { de: { shop: "Zu unserem Shop", imprint: "Impressum" } },
);
