import { catalogue } from "#console/shared/texts.ts";

const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  no_price: ["It has no price in this market.", "In diesem Markt hat es keinen Preis."],
  archived: ["It is no longer sold.", "Es wird nicht mehr verkauft."],
  deleted: ["It is no longer there.", "Es ist nicht mehr da."],
};

export const t = catalogue(
  {
    addItem: "Add item",
    city: "City",
    country: "Country",
    create: "Create order",
    created: (number: string) => `Order #${number} created`,
    customer: "Customer",
    delivery: "Delivery",
    discount: "Discount",
    email: "Customer email",
    find: "Name or SKU",
    goods: "Goods",
    items: "Items",
    market: "Market",
    name: "Name",
    needsEmail: "An email address is missing.",
    needsFit: "A line cannot be bought as it is.",
    needsItem: "Add an item first.",
    noGoods: "Nothing fits",
    noSums: "The sum stands here as soon as there is an item.",
    orders: "Orders",
    payment: "Payment",
    paymentMethod: "Payment method",
    postalCode: "Postal code",
    promoCode: "Promo code",
    quantityOf: (item: string) => `Quantity of ${item}`,
    reckoning: "The sum is being worked out.",
    refused: (reason: string, left: number | null) =>
      reason === "insufficient_stock"
        ? left
          ? `Only ${left} are left.`
          : "None are left."
        : (REASONS[reason]?.[0] ?? "It cannot be bought now."),
    shipping: "Shipping",
    shippingMethod: "Shipping method",
    street: "Street",
    subtotal: "Subtotal",
    sums: "Sum",
    tax: "Tax",
    title: "New order",
    total: "Total",
    way: (type: string, key: string) => ({ cash: "Cash", credit_card: "Card" })[type] ?? key,
  },
  {
    addItem: "Posten hinzufügen",
    city: "Ort",
    country: "Land",
    create: "Bestellung anlegen",
    created: (number) => `Bestellung #${number} angelegt`,
    customer: "Kundschaft",
    delivery: "Lieferung",
    discount: "Rabatt",
    email: "E-Mail der Kundschaft",
    find: "Name oder Artikelnummer",
    goods: "Waren",
    items: "Posten",
    market: "Markt",
    name: "Name",
    needsEmail: "Eine E-Mail-Adresse fehlt.",
    needsFit: "Ein Posten lässt sich so nicht kaufen.",
    needsItem: "Füge zuerst einen Posten hinzu.",
    noGoods: "Nichts passt",
    noSums: "Die Summe steht hier, sobald ein Posten da ist.",
    orders: "Bestellungen",
    payment: "Zahlung",
    paymentMethod: "Zahlungsart",
    postalCode: "Postleitzahl",
    promoCode: "Aktionscode",
    quantityOf: (item) => `Anzahl ${item}`,
    reckoning: "Die Summe wird ausgerechnet.",
    refused: (reason, left) =>
      reason === "insufficient_stock"
        ? left
          ? `Nur ${left} sind noch da.`
          : "Keine sind mehr da."
        : (REASONS[reason]?.[1] ?? "Es lässt sich gerade nicht kaufen."),
    shipping: "Versand",
    shippingMethod: "Versandart",
    street: "Straße",
    subtotal: "Zwischensumme",
    sums: "Summe",
    tax: "Steuer",
    title: "Neue Bestellung",
    total: "Summe",
    way: (type, key) => ({ cash: "Bar", credit_card: "Karte" })[type] ?? key,
  },
);
