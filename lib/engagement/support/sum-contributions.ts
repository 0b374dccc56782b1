import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { ConversationRecord } from "./schema.ts";
import { conversations } from "./table.ts";

/** Conversations as what sums are reckoned from. */
export function conversationSumSource(
  contributions: (conversation: ConversationRecord, zone: string) => Contributions,
  deleted: SumSource["deleted"] = "taken back",
): SumSource {
  return sumSource(conversations, { deleted, contributions });
}

/** Conversations in lists that they share with other kinds of records. */
export function sharedConversationRows(rows: (conversation: ConversationRecord) => ListedRow[]) {
  return sharedSource(conversations, rows);
}
