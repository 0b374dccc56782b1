import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { ConversationRecord } from "./schema.ts";
import { conversations } from "./table.ts";

export function conversationSumSource(
  contributions: (conversation: ConversationRecord, zone: string) => Contributions,
  deleted: SumSource["deleted"] = "taken back",
): SumSource {
  return sumSource(conversations, { deleted, contributions });
}

/** Adds conversations to lists that hold several kinds of records. */
export function sharedConversationRows(rows: (conversation: ConversationRecord) => ListedRow[]) {
  return sharedSource(conversations, rows);
}
