import type { Choice } from "#console/shared/fields.ts";

export const STATUSES: readonly Choice[] = [
  ["draft", ["Draft", "Entwurf"]],
  ["active", ["Active", "Aktiv"]],
  ["archived", ["Archived", "Archiviert"]],
];
