import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type Row, type Source, source } from "#core/sums/declaration.ts";
import type { ConversationRecord } from "./schema.ts";
import { conversations } from "./table.ts";

/** Conversations as what sums are reckoned from. */
export function countedConversations(
  contributions: (conversation: ConversationRecord, zone: string) => Contributions,
  deleted: Source["deleted"] = "taken back",
): Source {
  return source(conversations, { deleted, contributions });
}

/** Conversations in lists that they share with other kinds of records. */
export function sharedConversations(rows: (conversation: ConversationRecord) => Row[]) {
  return sharedSource(conversations, rows);
}
