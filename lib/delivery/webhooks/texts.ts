import { catalogue } from "#core/texts/catalogue.ts";

/** Texts of the mail to an owner whose webhook was disabled. */
export const webhookTexts = catalogue(
  "webhooks",
  {
    subject: (webhook: string) => `Webhook disabled: ${webhook}`,
    title: "A webhook was disabled",
    text: (business: string) => `${business} sends nothing to this address any more.`,
    gone: "It answered 410 Gone, which asks us to send nothing more.",
    failing: "Every delivery of the last five days failed.",
    advice: "Once it answers again, enable the webhook and resend what it missed.",
    address: "Address",
  },
  {
    de: {
      subject: (webhook) => `Webhook abgeschaltet: ${webhook}`,
      title: "Ein Webhook wurde abgeschaltet",
      text: (business) => `${business} sendet nichts mehr an diese Adresse.`,
      gone: "Sie antwortete mit 410 Gone, der Bitte, nichts mehr zu senden.",
      failing: "Alle Zustellungen der letzten fünf Tage sind fehlgeschlagen.",
      advice: "Sobald sie wieder antwortet, schalten Sie den Webhook ein und senden Sie nach, was fehlt.",
      address: "Adresse",
    },
  },
);
