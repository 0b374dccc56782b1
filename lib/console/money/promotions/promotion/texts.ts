import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    activate: "Activate",
    archived: "Promo code archived",
    duplicate: "Duplicate",
    promotions: "Promotions",
    terms: "Terms",
    uses: (number: string) => `Used ${number} times`,
  },
  {
    activate: "Aktivieren",
    archived: "Aktionscode archiviert",
    duplicate: "Duplizieren",
    promotions: "Aktionen",
    terms: "Bedingungen",
    uses: (number) => `${number}-mal eingelöst`,
  },
);
