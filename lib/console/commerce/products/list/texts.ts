import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    addToCategory: "Add to category",
    archiveText: (number: number) =>
      `${number === 1 ? "One product is" : `${number} products are`} no longer shown or sold. Orders keep what they sold.`,
    category: "Category",
    export: "Export",
    import: "Import",
    name: "products",
    newProduct: "New product",
    noCategories: "There are no categories yet.",
    publish: "Publish",
    publishText: (number: number) =>
      `${number === 1 ? "One product is" : `${number} products are`} shown in the shop and can be bought at once.`,
    title: "Products",
  },
  {
    addToCategory: "In eine Kategorie einordnen",
    archiveText: (number) =>
      `${number === 1 ? "Ein Produkt wird" : `${number} Produkte werden`} nicht mehr gezeigt und verkauft. Bestellungen behalten, was sie verkauft haben.`,
    category: "Kategorie",
    export: "Exportieren",
    import: "Importieren",
    name: "Produkte",
    newProduct: "Neues Produkt",
    noCategories: "Es gibt noch keine Kategorien.",
    publish: "Veröffentlichen",
    publishText: (number) =>
      `${number === 1 ? "Ein Produkt ist" : `${number} Produkte sind`} sofort im Laden zu sehen und zu kaufen.`,
    title: "Produkte",
  },
);
