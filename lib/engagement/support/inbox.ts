import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { facet } from "#core/dynamo/terms.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { list, recordSource } from "#core/records/list.ts";
import { memberships } from "#lib/tenancy/access/records.ts";
import { CONVERSATION } from "./errors.ts";
import type { InboxQuery } from "./inbox-schema.ts";
import {
  type Conversation,
  type ConversationRecord,
  type ConversationUpdate,
  isWaiting,
  type MessageKey,
  type ReplyMessage,
  STATUSES,
} from "./schema.ts";
import { messageKey, receiptWrite, replayAnswer } from "./send.ts";
import { conversations, messageReceipts } from "./table.ts";
import {
  type Change,
  changesBetween,
  exchangeOf,
  retryTurnOnConflict,
  viewConversation,
  writeTurn,
} from "./write-turn.ts";

/** The conversations of a store, last changed first. */
export async function listConversations(
  ctx: Context,
  storeId: string,
  query: z.output<typeof InboxQuery>,
): Promise<Page<Conversation>> {
  const { agent_id, assigned_account_id, waiting } = query;
  const statuses = statusesOf(query);
  const page = await list(ctx, query, {
    source: recordSource(conversations, "conv", { store_id: storeId }, { statuses }),
    terms: [
      ...(agent_id === undefined ? [] : [facet("agent", agent_id)]),
      ...(assigned_account_id === undefined ? [] : [facet("assigned", assigned_account_id)]),
      ...(waiting ? [facet("waiting", "staff")] : []),
    ],
    where: waiting === false ? { parameters: waiting, fits: (each) => !isWaiting(each) } : undefined,
    sort: { sort: "updated_at" },
  });
  return { ...page, items: page.items.map((each) => viewConversation(each)) };
}

/** The statuses to list. With `waiting` only escalated conversations, because no others wait for staff. */
function statusesOf({ status, statuses, waiting }: z.output<typeof InboxQuery>) {
  return STATUSES.filter(
    (each) =>
      (status === undefined || status === each) &&
      (!statuses?.length || statuses.includes(each)) &&
      (!waiting || each === "escalated"),
  );
}

/** Writes a reply of staff. Once it is stored, bot and AI no longer answer. */
export function replyToVisitor(
  ctx: Context,
  storeId: string,
  id: string,
  body: ReplyMessage,
): Promise<ConversationUpdate> {
  const key = messageKey(ctx, "staff", id, body.message_id);
  return retryTurnOnConflict(() => writeReply(ctx, storeId, id, body, key));
}

async function writeReply(
  ctx: Context,
  store_id: string,
  id: string,
  { content, message_id, resolve }: ReplyMessage,
  key: MessageKey | undefined,
): Promise<ConversationUpdate> {
  const [record, receipt] = await readTogether(
    [
      conversations.read({ store_id, id }),
      key ? messageReceipts.read({ store_id, ...key }) : { key: undefined, parse: messageReceipts.parse },
    ],
    ctx,
  );
  if (!record) throw GENERAL.NOT_FOUND();
  if (receipt) return replayAnswer(receipt);
  if (record.status === "resolved") {
    const way = "a reply cannot open it again. The visitor's next message begins a new one";
    throw CONVERSATION.INVALID_STATUS({ status: record.status, way });
  }
  const author = person(ctx).id;
  const after: ConversationRecord = {
    ...record,
    status: resolve ? "resolved" : "escalated",
    assigned_account_id: record.assigned_account_id ?? author,
    staffed: true,
    ai_due: null,
  };
  const metadata = { account_id: author, ...(message_id ? { message_id } : {}) };
  const changes = changesBetween(record, after);
  const written = writeTurn(ctx, record, after, [{ role: "staff", content, metadata }], changes);
  const writes = [...written.writes, receiptWrite(key, written, record.last_sequence + 1)];
  return transact(ctx, writes, exchangeOf(viewConversation(written.record), written.messages));
}

/** Assigns a conversation to a member of the store, or to nobody. */
export async function assignConversation(
  ctx: Context,
  store_id: string,
  id: string,
  account_id: string | null,
): Promise<Conversation> {
  const record = await getStored(store_id, id);
  if (record.assigned_account_id === account_id) return viewConversation(record);
  const stranger = invalidField("account_id", "is no member of this store");
  const isMember =
    account_id !== null && memberships.checkExists({ person_id: account_id, tenant_id: store_id }, stranger);
  return changeConversation(ctx, record, { assigned_account_id: account_id }, ["updated"], isMember);
}

/** Resolves a conversation; a resolved one stays unchanged. */
export async function resolveConversation(ctx: Context, store_id: string, id: string): Promise<Conversation> {
  const record = await getStored(store_id, id);
  if (record.status === "resolved") return viewConversation(record);
  return changeConversation(ctx, record, { status: "resolved", ai_due: null }, ["resolved"]);
}

async function changeConversation(
  ctx: Context,
  before: Stored<ConversationRecord>,
  fields: Partial<ConversationRecord>,
  changes: Change[],
  beside: Write | false = false,
): Promise<Conversation> {
  const { record, writes } = writeTurn(ctx, before, { ...before, ...fields }, [], changes);
  return transact(ctx, [...writes, beside], viewConversation(record));
}

function getStored(store_id: string, id: string): Promise<Stored<ConversationRecord>> {
  return conversations.get({ store_id, id }, GENERAL.NOT_FOUND());
}
