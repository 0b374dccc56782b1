import { catalogue } from "#core/texts/catalogue.ts";

/** What visitors are told of a cart that they left. */
export const cartTexts = catalogue(
  "carts",
  {
    subject: (business: string) => `You left something in your cart – ${business}`,
    title: "Your cart is still there",
    text: (business: string) => `${business} has kept your cart. Nothing in it is reserved.`,
    action: "Go on where you left off",
    once: "You get this mail once for this cart.",
  },
  {
    de: {
      subject: (business) => `In Ihrem Warenkorb liegt noch etwas – ${business}`,
      title: "Ihr Warenkorb ist noch da",
      text: (business) => `${business} hat Ihren Warenkorb aufgehoben. Reserviert ist darin nichts.`,
      action: "Weiter einkaufen",
      once: "Zu diesem Warenkorb erhalten Sie nur diese eine E-Mail.",
    },
  },
);
