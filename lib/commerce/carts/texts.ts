import { catalogue } from "#core/texts/catalogue.ts";

/** What visitors are told of their cart: that they left it, and what of it cannot be ordered. */
export const cartTexts = catalogue(
  "carts",
  {
    subject: (business: string) => `You left something in your cart – ${business}`,
    title: "Your cart is still there",
    text: (business: string) => `${business} has kept your cart. Nothing in it is reserved.`,
    action: "Go on where you left off",
    once: "You get this mail once for this cart.",
    problems: {
      gone: (market: string) => `The shop does not sell in “${market}” any more.`,
      state: "This is not a state of the country.",
      payment: (method: string) => `Payment by “${method}” is not accepted here.`,
      delivery: (method: string) => `“${method}” is not a shipping method for this cart.`,
      choose: "Choose a shipping method.",
      noZone: "The shop does not ship to this address.",
      noMethod: "No shipping method takes this cart to this address.",
      codes: {
        not_found: (code: string) => `There is no promo code “${code}”.`,
        archived: (code: string) => `The promo code “${code}” is not valid any more.`,
        not_started: (code: string) => `The promo code “${code}” is not valid yet.`,
        expired: (code: string) => `The promo code “${code}” is not valid any more.`,
        min_order: (code: string) => `The cart is too small for the promo code “${code}”.`,
        products: (code: string) => `The promo code “${code}” is for other products.`,
        services: (code: string) => `The promo code “${code}” is for other services.`,
        market: (code: string) => `The promo code “${code}” takes nothing off here.`,
        shipping: (code: string) => `The promo code “${code}” is for shipping, and nothing is shipped.`,
      },
    },
  },
  {
    de: {
      subject: (business) => `In Ihrem Warenkorb liegt noch etwas – ${business}`,
      title: "Ihr Warenkorb ist noch da",
      text: (business) => `${business} hat Ihren Warenkorb aufgehoben. Reserviert ist darin nichts.`,
      action: "Weiter einkaufen",
      once: "Zu diesem Warenkorb erhalten Sie nur diese eine E-Mail.",
      problems: {
        gone: (market) => `Der Shop verkauft nicht mehr in „${market}“.`,
        state: "Dieses Bundesland gibt es in diesem Land nicht.",
        payment: (method) => `Die Zahlungsart „${method}“ gibt es hier nicht.`,
        delivery: (method) => `Die Versandart „${method}“ gibt es für diesen Warenkorb nicht.`,
        choose: "Wählen Sie eine Versandart.",
        noZone: "Der Shop liefert nicht an diese Adresse.",
        noMethod: "Keine Versandart bringt diesen Warenkorb an diese Adresse.",
        codes: {
          not_found: (code) => `Den Gutscheincode „${code}“ gibt es nicht.`,
          archived: (code) => `Der Gutscheincode „${code}“ gilt nicht mehr.`,
          not_started: (code) => `Der Gutscheincode „${code}“ gilt noch nicht.`,
          expired: (code) => `Der Gutscheincode „${code}“ gilt nicht mehr.`,
          min_order: (code) => `Für den Gutscheincode „${code}“ ist der Warenkorb zu klein.`,
          products: (code) => `Der Gutscheincode „${code}“ gilt für andere Produkte.`,
          services: (code) => `Der Gutscheincode „${code}“ gilt für andere Leistungen.`,
          market: (code) => `Der Gutscheincode „${code}“ bringt hier keinen Nachlass.`,
          shipping: (code) => `Der Gutscheincode „${code}“ gilt für den Versand, und versandt wird nichts.`,
        },
      },
    },
  },
);
