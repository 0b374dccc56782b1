// Random carts and conversations of a store, with the figures expected of each.

import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { newCart } from "#lib/commerce/carts/record.ts";
import type { Cart } from "#lib/commerce/carts/schema.ts";
import { carts } from "#lib/commerce/carts/table.ts";
import { ConversationRecord } from "#lib/engagement/support/schema.ts";
import { conversations } from "#lib/engagement/support/table.ts";
import type { Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";
import { amountsBySplit, durationClass, type FigureChange } from "./expected-figures.ts";

type RecordModel = { id: string; isBusy: boolean };

export interface CartModel extends RecordModel {
  kind: "cart";
  cart: Cart;
}
export interface ChatModel extends RecordModel {
  kind: "chat";
  chat: ConversationRecord;
}

export async function makeCart(storeId: string, random: Random, at: number): Promise<CartModel> {
  const source = random.pick([null, { name: "ads/cpc", campaign: null, edition: null, at }]);
  const line = { type: "product", id: "line", product_id: "p", variant_id: "v", quantity: 1 } as const;
  const items = random.int(4) === 0 ? [] : [{ ...line, price: null, added_price: null }];
  const origin = random.int(6) === 0 ? "admin" : "storefront";
  const cart = newCart(
    testContext({ now: () => at, clock: () => at }),
    { id: storeId, configs: {} as never },
    { ...{ contact_id: null, origin, market: "eu", source, items } },
  );
  await transact(testContext(), [carts.create(cart)]);
  return { kind: "cart", id: cart.id, isBusy: true, cart };
}

/** Makes the next random change to a cart. Only its last state counts. */
export async function changeCart(storeId: string, one: CartModel, random: Random, at: number): Promise<void> {
  const before = await carts.get({ store_id: storeId, id: one.id }, GENERAL.NOT_FOUND());
  const after = { ...before, updated_at: at };
  const chance = random.int(5);
  if (before.status === "converted" || before.status === "expired") return;
  if (chance === 0) after.checkout_at ??= at;
  else if (chance === 1 && before.status === "active")
    Object.assign(after, {
      status: "abandoned",
      abandoned_at: at,
      recovery_sent_at: random.pick([null, at]),
    });
  else if (chance === 2)
    Object.assign(after, {
      status: "converted",
      converted_order_id: "order_1",
      is_bought: random.int(2) === 0,
    });
  else if (chance === 3)
    Object.assign(after, { status: "converted", is_bought: true, merged_into_cart_id: "cart_1" });
  await transact(testContext(), [carts.replace(before, after)]);
  one.cart = after;
}

export function changesOfCart({ cart }: CartModel): FigureChange[] {
  const { begun_at: at, origin, merged_into_cart_id, status, recovery_sent_at, source } = cart;
  if (at == null || origin === "admin" || merged_into_cart_id) return [];
  const isOrdered = Number(cart.converted_order_id !== null && cart.is_bought);
  const amounts = {
    ...{ carts: 1, checkouts: Number(cart.checkout_at !== null), ordered: isOrdered },
    orders_placed: Number(cart.converted_order_id !== null),
    abandoned: Number(status === "abandoned"),
    recovered: recovery_sent_at === null ? 0 : isOrdered,
  };
  const of = amountsBySplit({ source: source?.name ?? "direct" }, amounts);
  return [{ family: "funnel", at, group: "", amounts, of }];
}

export async function makeChat(store_id: string, random: Random, at: number): Promise<ChatModel> {
  const id = newId("conv");
  const chat = ConversationRecord.parse({
    ...{ id, store_id, agent_id: random.pick([null, "agent_1"]), channel_type: "web", status: "active" },
    ...{ channel_context: { type: "web" }, current_node_id: null, contact_id: null, data: {}, metadata: {} },
    ...{ assigned_account_id: null, previous_conversation_id: null, created_at: at, updated_at: at },
    ...{ token_hash: "", chain_id: id, last_sequence: 0, last_message_id: "", last_message_at: at },
    ...{ last_user_sequence: 0, staffed: false, tries: 0, ai_due: null, announced: 0, window: 0, sent: 0 },
  });
  await transact(testContext(), [conversations.create(chat)]);
  return { kind: "chat", id, isBusy: true, chat };
}

const CHAT_TIMES = ["asked_at", "bot_at", "staff_asked_at", "staff_at", "resolved_at"] as const;

export async function changeChat(
  store_id: string,
  one: ChatModel,
  random: Random,
  at: number,
): Promise<void> {
  const before = await conversations.get({ store_id, id: one.id }, GENERAL.NOT_FOUND());
  const name = before.asked_at === null ? "asked_at" : random.pick(CHAT_TIMES);
  const after = { ...before, updated_at: at, [name]: before[name] ?? at };
  if (name === "resolved_at") after.resolved_by ??= random.pick(["bot", "staff"]);
  if (random.int(4) === 0) after.assigned_account_id = random.pick(["acc_1", "acc_2"]);
  await transact(testContext(), [conversations.replace(before, after)]);
  one.chat = after;
}

export function changesOfChat({ chat }: ChatModel): FigureChange[] {
  const { asked_at, bot_at, staff_asked_at, staff_at, resolved_at, resolved_by } = chat;
  if (asked_at === null) return [];
  const splits = { agent: chat.agent_id ?? "", assignee: chat.assigned_account_id ?? "" };
  const changeAt = (at: number | null, amounts: FigureChange["amounts"]): FigureChange[] =>
    at === null ? [] : [{ family: "chats", at, group: "", amounts, of: amountsBySplit(splits, amounts) }];
  const since = staff_asked_at === null ? asked_at : staff_asked_at;
  const waited =
    staff_at !== null && staff_at >= since ? durationClass("first_answer", staff_at - since) : {};
  return [
    ...changeAt(asked_at, { begun: 1 }),
    ...changeAt(bot_at, { bot_answered: 1 }),
    ...changeAt(staff_asked_at, { escalated: 1 }),
    ...changeAt(staff_at, { staff_answered: 1, ...waited }),
    ...changeAt(resolved_at, { [`resolved_by_${resolved_by}`]: 1 }),
  ];
}
