import type { Choice } from "#console/shared/fields.ts";

export const STATUSES: readonly Choice[] = [
  ["pending", ["Pending", "Offen"]],
  ["confirmed", ["Confirmed", "Bestätigt"]],
  ["partially_cancelled", ["Partially cancelled", "Teilweise storniert"]],
  ["cancelled", ["Cancelled", "Storniert"]],
  ["completed", ["Completed", "Abgeschlossen"]],
];

export const PAYMENTS: readonly Choice[] = [
  ["unpaid", ["Unpaid", "Unbezahlt"]],
  ["pending", ["Pending", "Läuft"]],
  ["authorized", ["Authorized", "Autorisiert"]],
  ["paid", ["Paid", "Bezahlt"]],
  ["partially_refunded", ["Partially refunded", "Teilweise erstattet"]],
  ["refunded", ["Refunded", "Erstattet"]],
  ["failed", ["Failed", "Fehlgeschlagen"]],
  ["expired", ["Expired", "Abgelaufen"]],
];

export const FULFILMENTS: readonly Choice[] = [
  ["unfulfilled", ["Unfulfilled", "Nicht versandt"]],
  ["partially_fulfilled", ["Partially fulfilled", "Teilweise versandt"]],
  ["fulfilled", ["Fulfilled", "Versandt"]],
  ["not_required", ["Not required", "Nicht nötig"]],
];

export const SHIPMENTS: readonly Choice[] = [
  ["pending", ["Pending", "Offen"]],
  ["label_created", ["Label bought", "Etikett gekauft"]],
  ["in_transit", ["On its way", "Unterwegs"]],
  ["out_for_delivery", ["Out for delivery", "In Zustellung"]],
  ["delivered", ["Delivered", "Zugestellt"]],
  ["failed", ["Not delivered", "Nicht zugestellt"]],
  ["returned", ["Came back", "Zurückgekommen"]],
  ["cancelled", ["Cancelled", "Storniert"]],
];

/** The labels of the API's action names in an order's timeline. */
export const HISTORY_ACTIONS: readonly Choice[] = [
  ["created", ["Placed", "Eingegangen"]],
  ["confirmed", ["Confirmed", "Bestätigt"]],
  ["updated", ["Changed", "Geändert"]],
  ["paid", ["Paid", "Bezahlt"]],
  ["payment_asked", ["Payment begun", "Zahlung begonnen"]],
  ["payment_processing", ["Payment under way", "Zahlung läuft"]],
  ["payment_updated", ["Payment changed", "Zahlung geändert"]],
  ["payment_renewed", ["New page to pay on", "Neue Seite zum Zahlen"]],
  ["payment_refused", ["Payment refused", "Zahlung abgelehnt"]],
  ["payment_failed", ["Payment failed", "Zahlung fehlgeschlagen"]],
  ["label_created", ["Label bought", "Etikett gekauft"]],
  ["label_refused", ["Label refused", "Etikett abgelehnt"]],
  ["fulfilled", ["Sent", "Versandt"]],
  ["completed", ["Completed", "Abgeschlossen"]],
  ["refund_asked", ["Refund begun", "Erstattung begonnen"]],
  ["refund_given", ["Refund given", "Erstattung gegeben"]],
  ["refund_confirmed", ["Refund confirmed", "Erstattung bestätigt"]],
  ["refund_refused", ["Refund refused", "Erstattung abgelehnt"]],
  ["refund_reversed", ["Refund came back", "Erstattung zurückgekommen"]],
  ["refunded", ["Refunded", "Erstattet"]],
  ["not_refunded", ["Not refunded", "Nicht erstattet"]],
  ["return_asked", ["Return asked for", "Rückgabe erbeten"]],
  ["return_received", ["Return arrived", "Rückgabe angekommen"]],
  ["return_refunded", ["Return refunded", "Rückgabe erstattet"]],
  ["return_refused", ["Return refused", "Rückgabe abgelehnt"]],
  ["partially_cancelled", ["Partially cancelled", "Teilweise storniert"]],
  ["cancelled", ["Cancelled", "Storniert"]],
  ["expired", ["Expired", "Abgelaufen"]],
];
