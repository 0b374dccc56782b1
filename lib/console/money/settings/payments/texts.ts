import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    callbacks: "Callbacks",
    connect: "Connect Stripe",
    connectText:
      "You find the keys in Stripe under Developers. They are kept sealed; nobody can read them again.",
    connected: "Stripe is connected",
    disconnect: "Disconnect",
    disconnectText:
      "Cards can no longer be charged, and money of paid orders can no longer be refunded here.",
    disconnected: "Disconnected",
    none: "Nothing is connected. Buyers can pay in cash where a market allows it.",
    proven: "Their signature is checked",
    publishableKey: "Publishable key",
    refused: "Refused callbacks",
    replaceKeys: "Replace keys",
    sandbox: "Payments are a sandbox here",
    sandboxText: "Cards can be tried without Stripe: no money moves. The keys below are for the real world.",
    secretKey: "Secret key",
    settings: "Settings",
    signatureText:
      "Callbacks with a wrong signature came in. The signing secret here and at Stripe may differ.",
    signingHelp: "Of the webhook at Stripe. You can add it later by Replace keys.",
    signingSecret: "Signing secret",
    stripe: "Stripe",
    title: "Payments",
    unproven: "The signing secret is missing",
    webhookHelp: "Name it at Stripe as the address of a webhook.",
    webhookUrl: "Address for callbacks",
  },
  {
    callbacks: "Rückrufe",
    connect: "Stripe verbinden",
    connectText:
      "Die Schlüssel stehen bei Stripe unter Entwickler. Sie werden versiegelt; niemand kann sie wieder lesen.",
    connected: "Stripe ist verbunden",
    disconnect: "Trennen",
    disconnectText:
      "Karten lassen sich dann nicht mehr belasten, und Geld bezahlter Bestellungen lässt sich hier nicht mehr erstatten.",
    disconnected: "Getrennt",
    none: "Nichts ist verbunden. Bar zahlen kann die Kundschaft, wo ein Markt es erlaubt.",
    proven: "Ihre Unterschrift wird geprüft",
    publishableKey: "Öffentlicher Schlüssel",
    refused: "Abgelehnte Rückrufe",
    replaceKeys: "Schlüssel ersetzen",
    sandbox: "Zahlungen sind hier eine Sandbox",
    sandboxText:
      "Karten lassen sich ohne Stripe ausprobieren: Es bewegt sich kein Geld. Die Schlüssel unten sind für die echte Welt.",
    secretKey: "Geheimer Schlüssel",
    settings: "Einstellungen",
    signatureText:
      "Es kamen Rückrufe mit falscher Unterschrift. Das Signaturgeheimnis hier und bei Stripe ist vielleicht ein anderes.",
    signingHelp: "Vom Webhook bei Stripe. Du kannst es später über Schlüssel ersetzen nachtragen.",
    signingSecret: "Signaturgeheimnis",
    stripe: "Stripe",
    title: "Zahlungen",
    unproven: "Das Signaturgeheimnis fehlt",
    webhookHelp: "Nenne sie bei Stripe als Adresse eines Webhooks.",
    webhookUrl: "Adresse für Rückrufe",
  },
);
