import type { Search } from "#console/shared/screen.ts";
import type { Words } from "#console/shared/texts.ts";

type OrderView = { name: string; label: Words; query: Search };

/** The built-in views of the list. The API filters them by its parameter `to_do`. */
export const ORDER_VIEWS: readonly OrderView[] = [
  { name: "all", label: ["All", "Alle"], query: {} },
  { name: "to-confirm", label: ["To confirm", "Zu bestätigen"], query: { to_do: "confirm" } },
  { name: "to-ship", label: ["To ship", "Zu versenden"], query: { to_do: "ship" } },
  { name: "unpaid", label: ["Unpaid", "Unbezahlt"], query: { to_do: "pay" } },
  { name: "returns", label: ["Returns", "Rückgaben"], query: { to_do: "return" } },
];

export const ORDER_SEARCH: readonly string[] = [
  ...["query", "sort_field", "sort_direction", "cursor", "view", "columns"],
  ...["created_at_from", "created_at_to", "statuses", "payment_statuses", "fulfillment_statuses", "markets"],
];
