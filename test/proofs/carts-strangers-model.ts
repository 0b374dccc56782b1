import assert from "node:assert/strict";
import type { CartLine } from "#lib/commerce/carts/schema.ts";

/** Somebody, as far as proofs tell: two who prove one address are one. */
export class Person {
  #into: Person | undefined;

  get now(): Person {
    return this.#into ? this.#into.now : this;
  }

  become(other: Person): void {
    if (this.now !== other.now) this.now.#into = other.now;
  }
}

/** What is typed names its typist: a value that stands nowhere else, and is found in any answer, record or mail. */
const CANARY = /zq-\d+-\d+-qz/g;

/** Canaries in a text, in order, each once. */
function canariesIn(text: string): string[] {
  return [...new Set(text.toLowerCase().match(CANARY) ?? [])].sort();
}

/** The canaries of a value as one text. */
function markOf(value: unknown): string {
  return canariesIn(JSON.stringify(value ?? null)).join();
}

/** What a buyer sent last for a field, by canaries: several where two sent at once. */
type Sent = Map<string, { at: number; marks: Set<string> }>;

interface KnownCart {
  owner: Person;
  sent: Sent;
  /** What opens it; from its visitor's own answer. */
  link: string;
  merged: boolean;
}

/** What its visitors know of each other, and what they may: the other side of each answer. */
export class Model {
  readonly carts = new Map<string, KnownCart>();
  readonly orders = new Map<string, Person>();
  /** Who has proven an address. */
  readonly proven = new Map<string, Person>();
  readonly contacts = new Map<string, Person>();
  /** Sessions that were ended. */
  readonly ended = new Set<string>();
  readonly #typed = new Map<string, Person>();
  readonly #sequence: number;
  #count = 0;
  #moment = 0;

  constructor(sequence: number) {
    this.#sequence = sequence;
  }

  canary(): string {
    return `zq-${this.#sequence}-${this.#count++}-qz`;
  }

  /** A moment later than all before. */
  tick(): number {
    return ++this.#moment;
  }

  typed(value: unknown, by: Person): void {
    for (const canary of canariesIn(JSON.stringify(value))) this.#typed.set(canary, by);
  }

  /** Demands that a text holds nothing that anybody else typed. */
  check(what: string, text: string, readers: readonly Person[]): void {
    const may = new Set(readers.map(({ now }) => now));
    for (const canary of canariesIn(text)) {
      const typist = this.#typed.get(canary);
      assert.ok(typist, `${what} shows ${canary}, which was typed in another sequence or refused: ${text}`);
      assert.ok(may.has(typist.now), `${what} shows ${canary}, which another typed: ${text}`);
    }
  }

  /** Demands that a mail to an address that was typed holds nothing that another typed. */
  checkSame(to: string, text: string): void {
    const [address = ""] = canariesIn(to);
    const typist = this.#typed.get(address);
    assert.ok(typist, `A mail goes to ${to}, which nobody typed.`);
    this.check(`The mail to ${to}`, text, [typist]);
  }

  /** Notes what was sent to a cart. Nothing in the place of nothing was not sent. */
  sent(cartId: string, fields: Record<string, unknown>, at: number): void {
    const sent = this.carts.get(cartId)?.sent;
    for (const [field, value] of Object.entries(fields)) {
      const known = sent?.get(field);
      const mark = markOf(value);
      if (mark === "" && (known === undefined || known.marks.has(""))) continue;
      if (known?.at === at) known.marks.add(mark);
      else sent?.set(field, { at, marks: new Set([mark]) });
    }
  }

  /** A cart was joined into another one: of each field the one that was sent last counts. */
  joined(from: string, into: string): void {
    const [one, other] = [this.carts.get(from), this.carts.get(into)];
    if (!one || one.merged) return;
    assert.ok(other, `${from} leads to ${into}, which nobody has seen.`);
    assert.equal(one.owner.now, other.owner.now, `${from} leads to ${into}, which is another's.`);
    one.merged = true;
    for (const [field, { at, marks }] of one.sent) {
      const known = other.sent.get(field);
      if (!known || known.at < at) other.sent.set(field, { at, marks: new Set(marks) });
      else if (known.at === at) for (const mark of marks) known.marks.add(mark);
    }
  }

  /** Demands that an order says what its buyer sent last to its cart. */
  ordered(cartId: string, order: Record<string, unknown>): void {
    const { sent } = this.carts.get(cartId) ?? {};
    for (const field of ["shipping_address", "billing_address", "forms"]) {
      const marks = sent?.get(field)?.marks ?? new Set([""]);
      const mark = markOf(order[field]);
      assert.ok(marks.has(mark), `The order of ${cartId} has ${field} ${mark}; sent was ${[...marks]}.`);
    }
  }
}

/** Demands that lines have come to a cart. */
export function checkArrived(lines: readonly CartLine[], items: readonly Item[]): void {
  for (const line of lines) {
    const found = items.some((item) =>
      line.type === "product"
        ? item.variant_id === line.variant_id && item.quantity >= line.quantity
        : item.service_id === line.service_id &&
          line.slots.every(({ from }) => item.slots.some((slot) => slot.from === from)),
    );
    assert.ok(found, `${JSON.stringify(line)} did not come: ${JSON.stringify(items)}`);
  }
}

export interface Item {
  variant_id: string | null;
  service_id: string | null;
  quantity: number;
  slots: { from: number }[];
}
