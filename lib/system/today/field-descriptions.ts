import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  appointments:
    "Appointments that begin today, those of them that begin later than now, and requests of any day.",
  collect: "Orders that their buyers fetch.",
  confirm: "What waits for the word of staff.",
  conversations: "Conversations whose visitor waits for staff, and open ones that the caller takes care of.",
  date: "The store's day.",
  failed: "Publications that could not be posted.",
  failing: "Webhooks whose deliveries fail, and those that were switched off for that.",
  left: "Appointments of today that begin later than now.",
  low: "Levels at or below their `low_at`.",
  mine: "Open conversations that the caller takes care of.",
  orders: "Orders by what is left to do about them.",
  pay: "Orders whose money has not come.",
  publications: "What is wrong with publications.",
  return: "Orders of which a return is asked.",
  ship: "Orders with goods to send.",
  stock: "What runs out.",
  today: "Appointments that begin on the store's day.",
  waiting: "Conversations whose visitor waits for staff.",
  webhooks: "How webhooks fare; null for callers without ADMIN.",
  as_of: "When it was counted.",
  complete: "Whether all of the store is counted. Until it is, there may be more than is said.",
  timezone: "Time zone of the store, which its day is of.",
};
