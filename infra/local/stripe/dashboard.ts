import * as z from "zod";
import type { Fault, StripeStandIn } from "./account.ts";
import type { AccountPayments as Account } from "./account-payments.ts";
import type { Callback } from "./callbacks.ts";
import { PaymentStatement, paymentStatementOf } from "./payment-statement.ts";

const DashboardOrder = z.discriminatedUnion("do", [
  z.object({ do: z.literal("listen"), url: z.string() }),
  z.object({ do: z.literal("hold"), holds: z.boolean() }),
  z.object({ do: z.literal("slow"), milliseconds: z.int().min(0) }),
  z.object({ do: z.literal("waitRefunds"), waits: z.boolean() }),
  z.object({ do: z.literal("payLater"), later: z.boolean() }),
  z.object({ do: z.literal("lackMoney"), lacks: z.boolean() }),
  z.object({ do: z.literal("clock"), ahead: z.int().min(0) }),
  z.object({ do: z.literal("callbacks"), about: z.array(z.string()).optional() }),
  z.object({ do: z.literal("deliver"), id: z.string(), secret: z.string().optional() }),
  z.object({ do: z.literal("settle"), session: z.string(), status: z.enum(["succeeded", "failed"]) }),
  z.object({ do: z.literal("refund"), intent: z.string(), amount: z.int().optional() }),
  z.object({ do: z.literal("settleRefund"), refund: z.string(), status: z.enum(["succeeded", "failed"]) }),
  z.object({ do: z.literal("dispute"), intent: z.string(), amount: z.int().optional() }),
  z.object({ do: z.literal("closeDispute"), dispute: z.string(), status: z.enum(["won", "lost"]) }),
  z.object({
    do: z.literal("fail"),
    path: z.string(),
    when: z.enum(["before", "after"]),
    status: z.int(),
  }),
  z.object({
    do: z.literal("price"),
    lookup: z.string(),
    amount: z.int(),
    currency: z.string(),
    interval: z.enum(["month", "year"]),
  }),
  z.object({ do: z.literal("endPeriod"), subscription: z.string() }),
  z.object({ do: z.literal("card"), works: z.boolean() }),
  z.object({ do: z.literal("books") }),
  z.object({ do: z.literal("statement"), payment: z.string() }),
]);
type DashboardOrder = z.output<typeof DashboardOrder>;

const AccountBooks = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      attempt: z.string().nullable(),
      status: z.string().nullable(),
      amount: z.int().nullable(),
      intent: z.string().nullable(),
      subscription: z.string().nullable(),
    }),
  ),
  subscriptions: z.array(z.object({ id: z.string(), status: z.string(), tenant: z.string() })),
  /** Sums in minor units: of all payments, and of refunds that did not fail. */
  charged: z.int(),
  returned: z.int(),
  refunds: z.array(z.object({ id: z.string(), amount: z.int(), status: z.string().nullable() })),
  /** Idempotency-Keys that were reused with other parameters. */
  misused: z.array(z.string()),
});
const Callbacks = z.array(z.object({ id: z.string(), type: z.string(), body: z.string() }));

/** Performs what a user would do in Stripe's dashboard, and adds faults. Tests ask for it over HTTP. */
export async function handleDashboardRequest(
  { account, faults, misused }: Pick<StripeStandIn, "account" | "faults" | "misused">,
  key: string,
  text: string,
): Promise<unknown> {
  const order = DashboardOrder.parse(JSON.parse(text));
  const mine = account(key);
  const { books } = mine;
  switch (order.do) {
    case "listen":
      return mine.listen(order.url);
    case "hold":
      await mine.hold(order.holds);
      return null;
    case "slow":
      mine.delayMs = order.milliseconds;
      return null;
    case "waitRefunds":
      books.refundsWait = order.waits;
      return null;
    case "payLater":
      books.billing.paysLater = order.later;
      return null;
    case "lackMoney":
      books.lacksMoney = order.lacks;
      return null;
    case "clock":
      books.ahead = order.ahead;
      return null;
    case "callbacks":
      return order.about
        ? mine.callbacks.filter(({ body }) => order.about?.some((part) => body.includes(part)))
        : mine.callbacks;
    case "deliver": {
      const callback = mine.callbacks.find(({ id }) => id === order.id);
      return callback ? mine.deliver(callback, order.secret) : 404;
    }
    case "settle":
      return books.finishPayment(order.session, order.status) ?? null;
    case "refund":
      return books.createRefund({ payment_intent: order.intent, ...amountParam(order) });
    case "settleRefund":
      return books.settleRefund(order.refund, order.status) ?? null;
    case "dispute":
      return books.dispute(order.intent, order.amount).id;
    case "closeDispute":
      return books.closeDispute(order.dispute, order.status) ?? null;
    case "fail": {
      const fault: Fault = { key, path: new RegExp(order.path), when: order.when, status: order.status };
      faults.push(fault);
      return null;
    }
    case "price":
      return books.billing.addPrice(order.lookup, order.amount, order.currency, order.interval).id;
    case "endPeriod":
      return books.billing.endPeriod(order.subscription) ?? null;
    case "card":
      return books.billing.card(order.works) ?? null;
    case "books":
      return { ...summaryOf(books), misused: misused.filter((each) => each.startsWith(`${key} `)) };
    case "statement":
      return paymentStatementOf(books, order.payment);
  }
}

function summaryOf(books: Account): Omit<z.output<typeof AccountBooks>, "misused"> {
  const intents = [...books.intents.values()];
  const refunds = [...books.refunds.values()].map(({ id, amount, status }) => ({ id, amount, status }));
  return {
    sessions: [...books.sessions.values()].map((each) => ({
      id: each.id,
      attempt: each.client_reference_id,
      status: each.status,
      amount: each.amount_total,
      intent: typeof each.payment_intent === "string" ? each.payment_intent : null,
      subscription: typeof each.subscription === "string" ? each.subscription : null,
    })),
    subscriptions: [...books.billing.subscriptions.values()].map(({ id, status, metadata }) => ({
      id,
      status,
      tenant: metadata.tenant_id ?? "",
    })),
    charged: intents.reduce((sum, { amount_received }) => sum + amount_received, 0),
    returned: refunds.reduce((sum, { amount, status }) => sum + (status === "failed" ? 0 : amount), 0),
    refunds,
  };
}

function amountParam({ amount }: { amount?: number | undefined }): { amount?: string } {
  return amount === undefined ? {} : { amount: String(amount) };
}

/** A client of the stand-in for Stripe, with which any process controls one account. */
export function dashboardOf(api: string, key: string) {
  const ask = async (order: DashboardOrder): Promise<unknown> => {
    const reply = await fetch(`${api}/_desk/${key}`, { method: "POST", body: JSON.stringify(order) });
    if (!reply.ok) throw new Error(`The desk answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  return {
    /** Sends callbacks to the URL from now on. Returns their signing secret. */
    listen: async (url: string) => z.string().parse(await ask({ do: "listen", url })),
    hold: (holds = true) => ask({ do: "hold", holds }),
    /** Delays answers to successful POSTs from now on. Their idempotency keys stay in use meanwhile. */
    slow: (milliseconds: number) => ask({ do: "slow", milliseconds }),
    waitRefunds: (waits = true) => ask({ do: "waitRefunds", waits }),
    /** Makes charges of saved cards stay pending. */
    payLater: (later = true) => ask({ do: "payLater", later }),
    /** Makes the account's balance too low for refunds. */
    lackMoney: (lacks = true) => ask({ do: "lackMoney", lacks }),
    /** Sets how many seconds the account's clock is ahead of the real time. */
    clock: (ahead: number) => ask({ do: "clock", ahead }),
    /** All callbacks so far, or those that mention one of some texts. */
    callbacks: async (about?: string[]): Promise<Callback[]> =>
      Callbacks.parse(await ask({ do: "callbacks", ...(about ? { about } : {}) })),
    /** Sends a callback, even one that was sent before. Returns the status of the shop's answer. */
    deliver: async (id: string, secret?: string) => z.int().parse(await ask({ do: "deliver", id, secret })),
    settle: (session: string, status: "succeeded" | "failed") => ask({ do: "settle", session, status }),
    refund: (intent: string, amount?: number) => ask({ do: "refund", intent, amount }),
    settleRefund: (refund: string, status: "succeeded" | "failed") =>
      ask({ do: "settleRefund", refund, status }),
    dispute: async (intent: string, amount?: number) =>
      z.string().parse(await ask({ do: "dispute", intent, amount })),
    closeDispute: (dispute: string, status: "won" | "lost") => ask({ do: "closeDispute", dispute, status }),
    fail: (path: string, when: Fault["when"], status = 500) => ask({ do: "fail", path, when, status }),
    /** Creates a price of a plan, which is found by its lookup key. */
    price: (lookup: string, amount: number, currency: string, interval: "month" | "year") =>
      ask({ do: "price", lookup, amount, currency, interval }),
    endPeriod: (subscription: string) => ask({ do: "endPeriod", subscription }),
    card: (works: boolean) => ask({ do: "card", works }),
    books: async () => AccountBooks.parse(await ask({ do: "books" })),
    statement: async (payment: string) => PaymentStatement.parse(await ask({ do: "statement", payment })),
  };
}
