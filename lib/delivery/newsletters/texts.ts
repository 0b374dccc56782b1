import { catalogue } from "#core/texts/catalogue.ts";

/** The texts of newsletter mails and pages, besides their content. */
export const newsletterTexts = catalogue(
  "newsletters",
  {
    why: (email: string, newsletter: string) =>
      `You get this mail because ${email} subscribed to ${newsletter}.`,
    unsubscribe: "Unsubscribe",
    preview: (subject: string) => `[Preview] ${subject}`,
    ask: {
      subject: (newsletter: string) => `Confirm your subscription: ${newsletter}`,
      title: (newsletter: string) => `Subscribe to ${newsletter}?`,
      text: (business: string) =>
        `Somebody, hopefully you, asked ${business} to send its newsletter to this address.`,
      action: "Yes, subscribe me",
      ignore: "The link works for 7 days. If it was not you, ignore this mail. You will not get another one.",
    },
    renew: {
      ends: (newsletter: string) => `Your subscription ends soon: ${newsletter}`,
      declined: (newsletter: string) => `Your card was declined: ${newsletter}`,
      title: (newsletter: string, day: string) => `${newsletter} is paid until ${day}`,
      why: (newsletter: string) => `Your card was declined when we renewed ${newsletter}.`,
      text: (price: string) =>
        `Pay ${price} for the next period to keep it. We charge nothing automatically.`,
      action: "Pay the next period",
      ignore: "If you do nothing, the subscription ends on that day.",
    },
    page: {
      dead: "This link no longer works.",
      confirm: {
        title: (newsletter: string) => `Subscribe to ${newsletter}`,
        text: (email: string) => `The newsletter will go to ${email}. Press the button to subscribe.`,
        button: "Subscribe",
        done: "You are subscribed.",
      },
      unsubscribe: {
        title: (newsletter: string) => `Unsubscribe from ${newsletter}`,
        text: (email: string) => `The newsletter goes to ${email}. Press the button to unsubscribe.`,
        button: "Unsubscribe",
        done: "You get no more mail from this newsletter.",
      },
      renew: {
        title: (newsletter: string) => `Pay the next period of ${newsletter}`,
        text: (email: string) => `The newsletter goes to ${email}. The button leads to the payment page.`,
        button: "Pay",
        done: "",
      },
    },
  },
  {
    de: {
      why: (email, newsletter) => `Sie erhalten diese E-Mail, weil ${email} „${newsletter}“ abonniert hat.`,
      unsubscribe: "Abbestellen",
      preview: (subject) => `[Vorschau] ${subject}`,
      ask: {
        subject: (newsletter) => `Bestätigen Sie Ihr Abonnement: ${newsletter}`,
        title: (newsletter) => `„${newsletter}“ abonnieren?`,
        text: (business) =>
          `Jemand, hoffentlich Sie, hat ${business} gebeten, den Newsletter an diese Adresse zu senden.`,
        action: "Ja, abonnieren",
        ignore:
          "Der Link gilt 7 Tage. Wenn Sie das nicht waren, beachten Sie diese E-Mail nicht: Es kommt keine weitere.",
      },
      renew: {
        ends: (newsletter) => `Ihr Abonnement endet bald: ${newsletter}`,
        declined: (newsletter) => `Ihre Karte wurde abgelehnt: ${newsletter}`,
        title: (newsletter, day) => `„${newsletter}“ ist bis ${day} bezahlt`,
        why: (newsletter) => `Ihre Karte wurde abgelehnt, als wir „${newsletter}“ verlängern wollten.`,
        text: (price) =>
          `Bezahlen Sie ${price} für den nächsten Zeitraum, um ihn weiter zu erhalten. Von selbst wird nichts abgebucht.`,
        action: "Nächsten Zeitraum bezahlen",
        ignore: "Wenn Sie nichts tun, endet das Abonnement an diesem Tag.",
      },
      page: {
        dead: "Dieser Link gilt nicht mehr.",
        confirm: {
          title: (newsletter) => `„${newsletter}“ abonnieren`,
          text: (email) => `Die E-Mails gehen an ${email}. Ein Klick genügt.`,
          button: "Abonnieren",
          done: "Sie haben den Newsletter abonniert.",
        },
        unsubscribe: {
          title: (newsletter) => `„${newsletter}“ abbestellen`,
          text: (email) => `Die E-Mails gehen an ${email}. Ein Klick genügt, und sie enden.`,
          button: "Abbestellen",
          done: "Sie erhalten keine E-Mails von diesem Newsletter mehr.",
        },
        renew: {
          title: (newsletter) => `Den nächsten Zeitraum von „${newsletter}“ bezahlen`,
          text: (email) => `Die E-Mails gehen an ${email}. Der Knopf führt zur Zahlung.`,
          button: "Bezahlen",
          done: "",
        },
      },
    },
  },
);
