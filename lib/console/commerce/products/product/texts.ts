import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    deleteProduct: "Delete product",
    deleteText:
      "The product and its stock go for good. Orders keep what they sold. To take it out of the shop alone, archive it.",
    deleted: "Product deleted",
    description: "Description",
    products: "Products",
  },
  {
    deleteProduct: "Produkt löschen",
    deleteText:
      "Das Produkt und sein Bestand verschwinden endgültig. Bestellungen behalten, was sie verkauft haben. Um es nur aus dem Laden zu nehmen, archiviere es.",
    deleted: "Produkt gelöscht",
    description: "Beschreibung",
    products: "Produkte",
  },
);
