import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    address: "Address",
    addresses: "Where events go",
    create: "New webhook",
    lastSuccess: "Last success",
    name: "Name",
    none: "No webhooks yet. One tells an address of yours what happens in the store.",
    settings: "Settings",
    state: "Status",
    title: "Webhooks",
  },
  {
    address: "Adresse",
    addresses: "Wohin Ereignisse gehen",
    create: "Neuer Webhook",
    lastSuccess: "Letzter Erfolg",
    name: "Name",
    none: "Noch keine Webhooks. Einer sagt einer Adresse von dir, was im Geschäft geschieht.",
    settings: "Einstellungen",
    state: "Status",
    title: "Webhooks",
  },
);
