import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    addTag: "Add tag",
    create: "Create customer",
    name: "customers",
    newCustomer: "New customer",
    nameless: "No name",
    removeTag: "Remove tag",
    tag: "Tag",
    title: "Customers",
  },
  {
    addTag: "Schlagwort hinzufügen",
    create: "Anlegen",
    name: "Kundschaft",
    newCustomer: "Neue Kundin, neuer Kunde",
    nameless: "Ohne Namen",
    removeTag: "Schlagwort entfernen",
    tag: "Schlagwort",
    title: "Kundschaft",
  },
);
