import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue({ title: "Settings" }, { title: "Einstellungen" });
