import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    allMarkets: "All markets, unless you name some.",
    conditions: "Conditions",
    discount: "Discount",
    mixed: "This code gives different discounts, which stay as they are. Choose a kind to replace them.",
    needsAmount: "Write an amount for at least one market.",
    needsPercent: "Write a percentage above 0, up to 100, such as 15.",
    onlyProducts: "Only for these; all products, unless you name some.",
    onlyServices: "Only for these; all services, unless you name some.",
    unlimited: "Without a number there is no limit.",
  },
  {
    allMarkets: "Alle Märkte, wenn du keine nennst.",
    conditions: "Bedingungen",
    discount: "Rabatt",
    mixed:
      "Dieser Code gibt verschiedene Rabatte; sie bleiben, wie sie sind. Wähle eine Art, um sie zu ersetzen.",
    needsAmount: "Nenne für mindestens einen Markt einen Betrag.",
    needsPercent: "Nenne einen Prozentsatz über 0 bis 100, etwa 15.",
    onlyProducts: "Nur für diese; alle Produkte, wenn du keine nennst.",
    onlyServices: "Nur für diese; alle Leistungen, wenn du keine nennst.",
    unlimited: "Ohne Zahl gibt es keine Grenze.",
  },
);
