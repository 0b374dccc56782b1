import type { Schemas } from "#console/shared/api/types.ts";
import type { Choice } from "#console/shared/fields.ts";

export const STATES: readonly Choice[] = [
  ["active", ["Sends", "Sendet"]],
  ["failed", ["Fails", "Schlägt fehl"]],
  ["off", ["Off", "Aus"]],
];

export function stateOf({ enabled, failing_since }: Schemas["Webhook"]): string {
  if (!enabled) return "off";
  return failing_since === null ? "active" : "failed";
}
