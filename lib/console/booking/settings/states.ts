import type { Choice } from "#console/shared/fields.ts";

export const STATES: readonly Choice[] = [
  ["DRAFT", ["Draft", "Entwurf"]],
  ["ACTIVE", ["Active", "Aktiv"]],
  ["ARCHIVED", ["Archived", "Archiviert"]],
];
