import { type Invoice, type InvoicePayment, newInvoice, type Subscription } from "./billing-objects.ts";
import type { AccountEvent } from "./callbacks.ts";
import { type Params, textOf } from "./form.ts";
import { checkParams } from "./refusal.ts";
import { LIST_SHAPE, listPage, nowInSeconds, randomId } from "./shapes.ts";

/** Charges a card. Returns the payment's id; `undefined` if declined. */
export type Charge = (amount: number, currency: string) => string | undefined;

/** Invoices of an account's subscriptions. */
export class Invoices {
  readonly #all = new Map<string, Invoice>();
  readonly #payments = new Map<string, InvoicePayment>();
  readonly #tell: (event: AccountEvent) => void;
  readonly #charge: Charge;

  constructor(publish: (event: AccountEvent) => void, charge: Charge) {
    this.#tell = publish;
    this.#charge = charge;
  }

  list(params: Params) {
    checkParams(params, LIST_SHAPE);
    const of = textOf(params, "subscription");
    const status = textOf(params, "status");
    const all = this.#of(of).filter((invoice) => !status || invoice.status === status);
    return listPage(all.reverse(), params, "/v1/invoices");
  }

  listPayments(params: Params) {
    checkParams(params, LIST_SHAPE);
    const of = textOf(params, "invoice");
    const all = [...this.#payments.values()].filter(({ invoice }) => invoice === of);
    return listPage(all, params, "/v1/invoice_payments");
  }

  /** Invoices a subscription. Returns whether the card paid. */
  bill(subscription: Subscription, amount: number): boolean {
    const { currency } = subscription;
    const fields = { id: `in_${randomId()}`, amount_due: amount, created: nowInSeconds(), currency };
    const invoice = newInvoice(fields, subscription);
    this.#all.set(invoice.id, invoice);
    return this.#pay(invoice);
  }

  payOwed(subscription: string): void {
    for (const invoice of this.#of(subscription)) if (invoice.status === "open") this.#pay(invoice);
  }

  #of(subscription: string | undefined): Invoice[] {
    return [...this.#all.values()].filter(
      ({ parent }) => parent.subscription_details.subscription === subscription,
    );
  }

  #pay(invoice: Invoice): boolean {
    const { id, amount_due, currency, created } = invoice;
    const intent = this.#charge(amount_due, currency);
    if (intent === undefined) {
      this.#tell({ type: "invoice.payment_failed", object: { ...invoice } });
      return false;
    }
    Object.assign(invoice, { status: "paid", amount_paid: amount_due });
    const payment: InvoicePayment = {
      id: `inpay_${randomId()}`,
      object: "invoice_payment",
      amount_paid: amount_due,
      amount_requested: amount_due,
      created,
      currency,
      invoice: id,
      livemode: false,
      payment: { type: "payment_intent", payment_intent: intent },
      status: "paid",
    };
    this.#payments.set(payment.id, payment);
    this.#tell({ type: "invoice.paid", object: { ...invoice } });
    return true;
  }
}
