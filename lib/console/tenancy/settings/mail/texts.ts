import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    addresses: "Where mails lead",
    arrival: "How mails arrive",
    bounced: "Came back",
    complained: "Reported as unwanted",
    delivered: "Delivered",
    failed: "Failed",
    nothingSent: "No mail was sent yet.",
    opened: "Opened",
    sent: "Sent",
    settings: "Settings",
    title: "Mail",
  },
  {
    addresses: "Wohin E-Mails führen",
    arrival: "Wie E-Mails ankommen",
    bounced: "Zurückgekommen",
    complained: "Als unerwünscht gemeldet",
    delivered: "Zugestellt",
    failed: "Fehlgeschlagen",
    nothingSent: "Noch wurde keine E-Mail gesandt.",
    opened: "Geöffnet",
    sent: "Gesandt",
    settings: "Einstellungen",
    title: "E-Mail",
  },
);
