import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  { products: "Products", title: "New product" },
  { products: "Produkte", title: "Neues Produkt" },
);
