import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    address: "Your address",
    identity: "Identity",
    settings: "Settings",
    shop: "Your shop",
    title: "Store",
  },
  {
    address: "Deine Adresse",
    identity: "Wer ihr seid",
    settings: "Einstellungen",
    shop: "Dein Shop",
    title: "Geschäft",
  },
);
