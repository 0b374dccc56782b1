import assert from "node:assert/strict";
import type { CartLine } from "#lib/commerce/carts/schema.ts";

/** A person in the model: visitors who verify one email address are one person. */
export class Person {
  #mergedInto: Person | undefined;

  get now(): Person {
    return this.#mergedInto ? this.#mergedInto.now : this;
  }

  become(other: Person): void {
    if (this.now !== other.now) this.now.#mergedInto = other.now;
  }
}

/** Each typed text is a unique canary, so that it is found in any answer, record or mail. */
const CANARY_PATTERN = /zq-\d+-\d+-qz/g;

function canariesIn(text: string): string[] {
  return [...new Set(text.toLowerCase().match(CANARY_PATTERN) ?? [])].sort();
}

function canaryTextOf(value: unknown): string {
  return canariesIn(JSON.stringify(value ?? null)).join();
}

/** The last canaries sent for each field; several if two requests ran at once. */
type SentFields = Map<string, { at: number; marks: Set<string> }>;

interface KnownCart {
  owner: Person;
  sent: SentFields;
  /** The token of its recovery link. */
  link: string;
  merged: boolean;
}

/** What each visitor may see: every answer of the backend is compared with it. */
export class Model {
  readonly carts = new Map<string, KnownCart>();
  readonly orders = new Map<string, Person>();
  /** The person who has verified each email address. */
  readonly proven = new Map<string, Person>();
  readonly contacts = new Map<string, Person>();
  readonly ended = new Set<string>();
  readonly #typed = new Map<string, Person>();
  readonly #sequence: number;
  #count = 0;
  #lastTick = 0;

  constructor(sequence: number) {
    this.#sequence = sequence;
  }

  canary(): string {
    return `zq-${this.#sequence}-${this.#count++}-qz`;
  }

  /** Returns a time later than all previous ones. */
  tick(): number {
    return ++this.#lastTick;
  }

  recordTyped(value: unknown, by: Person): void {
    for (const canary of canariesIn(JSON.stringify(value))) this.#typed.set(canary, by);
  }

  /** Asserts that a text holds only what its readers typed. */
  check(what: string, text: string, readers: readonly Person[]): void {
    const may = new Set(readers.map(({ now }) => now));
    for (const canary of canariesIn(text)) {
      const typist = this.#typed.get(canary);
      assert.ok(typist, `${what} shows ${canary}, which was typed in another sequence or refused: ${text}`);
      assert.ok(may.has(typist.now), `${what} shows ${canary}, which another typed: ${text}`);
    }
  }

  /** Asserts that a mail holds only texts of the person who typed its recipient. */
  checkMail(to: string, text: string): void {
    const [address = ""] = canariesIn(to);
    const typist = this.#typed.get(address);
    assert.ok(typist, `A mail goes to ${to}, which nobody typed.`);
    this.check(`The mail to ${to}`, text, [typist]);
  }

  /** Records the fields sent to a cart. An empty value for a field that was empty does not count. */
  recordSent(cartId: string, fields: Record<string, unknown>, at: number): void {
    const sent = this.carts.get(cartId)?.sent;
    for (const [field, value] of Object.entries(fields)) {
      const known = sent?.get(field);
      const mark = canaryTextOf(value);
      if (mark === "" && (known === undefined || known.marks.has(""))) continue;
      if (known?.at === at) known.marks.add(mark);
      else sent?.set(field, { at, marks: new Set([mark]) });
    }
  }

  /** Merges a cart into another one: for each field, the value sent last wins. */
  mergeCart(from: string, into: string): void {
    const [one, other] = [this.carts.get(from), this.carts.get(into)];
    if (!one || one.merged) return;
    assert.ok(other, `${from} was merged into ${into}, which nobody has seen.`);
    assert.equal(one.owner.now, other.owner.now, `${from} was merged into ${into} of another person.`);
    one.merged = true;
    for (const [field, { at, marks }] of one.sent) {
      const known = other.sent.get(field);
      if (!known || known.at < at) other.sent.set(field, { at, marks: new Set(marks) });
      else if (known.at === at) for (const mark of marks) known.marks.add(mark);
    }
  }

  /** Asserts that an order has the fields that its buyer sent last to its cart. */
  checkOrder(cartId: string, order: Record<string, unknown>): void {
    const { sent } = this.carts.get(cartId) ?? {};
    for (const field of ["shipping_address", "billing_address", "forms"]) {
      const marks = sent?.get(field)?.marks ?? new Set([""]);
      const mark = canaryTextOf(order[field]);
      assert.ok(marks.has(mark), `The order of ${cartId} has ${field} ${mark}; sent was ${[...marks]}.`);
    }
  }
}

/** Asserts that a cart contains the lines of another one. */
export function checkArrived(lines: readonly CartLine[], items: readonly OrderLine[]): void {
  for (const line of lines) {
    const found = items.some((item) =>
      line.type === "product"
        ? item.variant_id === line.variant_id && item.quantity >= line.quantity
        : item.service_id === line.service_id &&
          line.slots.every(({ from }) => item.slots.some((slot) => slot.from === from)),
    );
    assert.ok(found, `${JSON.stringify(line)} is missing in ${JSON.stringify(items)}`);
  }
}

export interface OrderLine {
  variant_id: string | null;
  service_id: string | null;
  quantity: number;
  slots: { from: number }[];
}
