import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    fulfil: "Mark as fulfilled",
    fulfilText: (number: number) =>
      `All that is left of ${number === 1 ? "one order" : `${number} orders`} counts as sent. Buyers get a mail.`,
    name: "orders",
    newOrder: "New order",
    nothingToSend: "Nothing of it is left to send.",
    order: "Order",
    title: "Orders",
  },
  {
    fulfil: "Als versandt markieren",
    fulfilText: (number) =>
      `Alles Übrige von ${number === 1 ? "einer Bestellung" : `${number} Bestellungen`} gilt als versandt. Die Käufer bekommen eine E-Mail.`,
    name: "Bestellungen",
    newOrder: "Neue Bestellung",
    nothingToSend: "Davon ist nichts mehr zu versenden.",
    order: "Bestellung",
    title: "Bestellungen",
  },
);
