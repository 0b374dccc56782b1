import { dumpTable } from "#test/support/table.ts";
import type { Anna } from "./anna.ts";
import { typedFieldsIn } from "./marks.ts";

/** Keys of Anna's sessions and of items with her texts, if they may be rewritten. */
export async function keysOfAnnasItems(anna: Anna): Promise<Set<string>> {
  const items = (await dumpTable()).filter(
    (item) =>
      !/^(event|message|idempotency)$/.test(String(item._t)) &&
      (typedFieldsIn(JSON.stringify(item)).length > 0 || anna.sessions.includes(String(item.id))),
  );
  return new Set(items.map(({ pk, sk }) => `${pk}\n${sk}`));
}

interface CommandInput {
  Key?: Record<string, unknown>;
  Item?: Record<string, unknown>;
  TransactItems?: Partial<Record<"Put" | "Update" | "Delete", CommandInput>>[];
}

export function keysIn(command: string, input: object): string[] {
  const { Key, Item, TransactItems = [] } = input as CommandInput;
  const written = /^(Put|Update|Delete)/.test(command) ? [Key ?? Item] : [];
  const all = TransactItems.flatMap(({ Put, Update, Delete }) => [Put?.Item, Update?.Key, Delete?.Key]);
  return [...written, ...all].flatMap((key) => (key ? [`${key.pk}\n${key.sk}`] : []));
}
