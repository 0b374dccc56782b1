import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    archiveText: (number: number) =>
      `${number === 1 ? "The code takes" : `${number} codes take`} nothing off any more. Orders keep what they got.`,
    name: "promo codes",
    newCode: "New promo code",
    title: "Promotions",
  },
  {
    archiveText: (number) =>
      `${number === 1 ? "Der Code zieht" : `${number} Codes ziehen`} nichts mehr ab. Bestellungen behalten, was sie bekommen haben.`,
    name: "Aktionscodes",
    newCode: "Neuer Aktionscode",
    title: "Aktionen",
  },
);
