import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  { providers: "Providers", title: "New provider" },
  { providers: "Mitarbeitende", title: "Neue Mitarbeitende" },
);
