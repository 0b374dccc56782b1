import assert from "node:assert/strict";
import type { Context } from "#core/context.ts";
import { keyOfItem } from "#core/dynamo/key.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import { type Event, events, messages } from "#core/events.ts";
import { CallerChanged } from "#core/http/caller.ts";
import { newId } from "#core/id.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { hash, keyedHash } from "#core/seal.ts";
import { DAY } from "#core/seconds.ts";
import { rememberedHeads } from "#core/sums/heads.ts";
import { addLanes, readySums, rowReads, sumsReading } from "#core/sums/read.ts";
import { maintainSums } from "#core/sums/service.ts";
import { followContact, indexOrder } from "#lib/commerce/orders/customer-index.ts";
import { forgetContact } from "#lib/commerce/orders/forget.ts";
import { Order } from "#lib/commerce/orders/schema.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import { customerTotals } from "#lib/engagement/customers/service.ts";
import { forgetFiled } from "#lib/system/customers/forget-filed.ts";
import { customerList } from "#lib/system/customers/lists.ts";
import { moveJoined } from "#lib/system/customers/move-joined.ts";
import { customerIndex } from "#lib/system/customers/service.ts";
import { contactSessions } from "#lib/tenancy/access/records.ts";
import { challenges, newestChallenges } from "#lib/tenancy/codes/table.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { addNote } from "#lib/tenancy/visitors/annotate-customer.ts";
import { cardId } from "#lib/tenancy/visitors/card-id.ts";
import { newContact } from "#lib/tenancy/visitors/contact.ts";
import { deleteContact } from "#lib/tenancy/visitors/delete-contact.ts";
import { mergeCustomers } from "#lib/tenancy/visitors/merge.ts";
import { updateCurrentContact } from "#lib/tenancy/visitors/own-consents.ts";
import { Contact } from "#lib/tenancy/visitors/schema.ts";
import { startSession } from "#lib/tenancy/visitors/session.ts";
import { contactEmails, contacts } from "#lib/tenancy/visitors/table.ts";
import { totalsIn } from "#lib/tenancy/visitors/totals.ts";
import { totalsRow } from "#lib/tenancy/visitors/totals-definition.ts";
import { verificationPurpose } from "#lib/tenancy/visitors/verification.ts";
import { verifyContact } from "#lib/tenancy/visitors/verify-contact.ts";
import { type Buyer, makeOrder, makeProduct } from "#test/bench/large-store-records.ts";
import { FUTURE } from "#test/support/dates.ts";
import { MemoryTable } from "#test/support/memory-table.ts";
import type { Random } from "#test/support/random.ts";
import { interceptCalls } from "#test/support/table.ts";
import { personActor, testContext } from "#test/support/world.ts";
import { tableFaults } from "./table-faults.ts";

const START_TIME = FUTURE;
const NO_TOTALS = {
  orders: 0,
  carts: 0,
  reservations: 0,
  conversations: 0,
  submissions: 0,
  subscriptions: 0,
};

type Item = Record<string, unknown>;

/** A message for a worker, delivered again until it is done. */
interface PendingMessage {
  queue: string;
  body: Item;
  /** Seconds of delay: a delayed message comes after all others. */
  delay: number;
}

/**
 * Merges and deletes customers of a store while orders and notes come in and visitors prove addresses, all at once. Workers die before any call and get their
 * messages again, repeatedly and in any order. Throws if in the end an order lacks the name of its customer or keeps the
 * name of a deleted one, if a customer is missing, if a note or consent was lost, or if totals differ from the orders.
 */
export async function proveMergesAndDeletions(
  random: Random,
): Promise<{ kills: number; deleted: number; merged: number; proven: number }> {
  const proof = new MergeProof(random);
  const faults = tableFaults(random);
  const memory = new MemoryTable((before, after) => proof.changed(before, after));
  try {
    return await interceptCalls(
      async (command, _, input) => ({
        output: { ...memory.perform(command, input), $metadata: {} },
        response: {},
      }),
      async () => {
        await proof.open();
        await proof.run(faults.strike);
        await proof.check([...memory.items.values()]);
        return { kills: faults.count.crash, ...proof.met };
      },
    );
  } finally {
    faults.stop();
  }
}

/** Kinds of acts, of which the first two are orders. */
const ACTS = 10;

/** A visitor who typed an address without proving it. */
interface Visitor {
  id: string;
  credentialId: string;
  typed: Buyer;
}

type Strike = ReturnType<typeof tableFaults>["strike"];

class MergeProof {
  readonly #random: Random;
  readonly #storeId = newId("store");
  readonly #sums = maintainSums([customerTotals, customerIndex], {
    tenantChecks: checkTenantExists,
    heads: rememberedHeads(),
  });
  readonly #goods;
  #work: PendingMessage[] = [];
  #buyers: Buyer[] = [];
  #visitors: Visitor[] = [];
  /** Notes of staff and consents of visitors that were stored. */
  readonly #written: { contactId: string; text: string }[] = [];
  readonly #deleted = new Set<string>();
  readonly #became = new Map<string, string>();
  #made = 0;
  #lastDeletionAt = 0;
  /** Orders without a visitor: those of a visitor may be placed while the visitor is being deleted. */
  readonly #guestOrders = new Set<string>();
  readonly met = { deleted: 0, merged: 0, proven: 0 };

  constructor(random: Random) {
    this.#random = random;
    this.#goods = [0, 1].map((index) =>
      makeProduct(random, { store_id: this.#storeId, index, at: START_TIME }),
    );
  }

  #ctx(): Context {
    const clock = () => START_TIME + this.#made;
    return testContext({ clock, now: clock });
  }

  /** Queues the work that the table's stream would start for a change. */
  changed(before: Item | undefined, after: Item | undefined): void {
    const kind = String((after ?? before)?._t);
    if (kind === messages.name && after) {
      const { queue, body, delay = 0 } = messages.parse(after);
      this.#work.push({ queue, body, delay });
    } else if (kind === events.name && after) this.#tell(events.parse(after));
    else if ((kind === orders.name || kind === contacts.name) && (after ?? before)) {
      const of = recordName(this.#storeId, keyOfItem(after ?? before ?? {}));
      this.#work.push({
        queue: "count",
        body: { tenant_id: this.#storeId, kind, of: [of], again: 0 },
        delay: 0,
      });
    }
  }

  #tell(event: Event): void {
    if (event.type === "contact.updated") this.#work.push({ queue: "follow-contact", body: event, delay: 0 });
    if (event.type !== "contact.deleted") return;
    for (const queue of ["forget-filed", "forget-contact"]) this.#work.push({ queue, body: event, delay: 0 });
  }

  /** Creates verified and unverified customers with some orders. */
  async open(): Promise<void> {
    await transact(this.#ctx(), readySums(this.#storeId, START_TIME, [customerTotals, customerIndex]));
    for (let index = 0; index < 5; index++) {
      const [email, verified] = [`who-${index}@example.com`, index < 2];
      const id = verified ? newId("con") : await cardId(this.#storeId, email);
      this.#buyers.push({ id, email, verified, name: `Who ${index}`, phone: `+49 30 55501${index}` });
      if (verified) {
        const proven = { store_id: this.#storeId, email, contact_id: id };
        await transact(this.#ctx(), [
          contacts.create(this.#visitor(id, email)),
          contactEmails.create(proven),
        ]);
      }
    }
    for (const typed of [0, 2, 3].map((index) => this.#buyers[index])) {
      if (!typed) continue;
      const contact = newContact(this.#ctx(), this.#storeId, { email: typed.email });
      const { session } = startSession(this.#ctx(), this.#storeId, contact.id);
      await transact(this.#ctx(), [contacts.create(contact), contactSessions.create(session)]);
      this.#visitors.push({ id: contact.id, credentialId: session.id, typed });
    }
    for (let count = 0; count < 8; count++) await this.#order();
    await this.#drain(async (run) => ({ result: await run(), crashed: false }));
  }

  #visitor(id: string, email: string): Contact {
    const at = { created_at: START_TIME, updated_at: START_TIME };
    const who = { id, store_id: this.#storeId, email, verified: true, language: "en" };
    return Contact.parse({ ...who, status: "active", is_customer: true, ...at });
  }

  /** An order of a customer, or of a visitor who typed a customer's address. */
  async #order(visitor?: Visitor): Promise<void> {
    const buyer = visitor
      ? { ...visitor.typed, id: await cardId(this.#storeId, visitor.typed.email), verified: false }
      : this.#random.pick(this.#buyers);
    const index = ++this.#made;
    // A deleted visitor has no session to order with.
    if (buyer.verified && !(await contacts.find({ store_id: this.#storeId, id: buyer.id }))) return;
    const from = {
      store_id: this.#storeId,
      index,
      count: 100,
      at: START_TIME + index,
      buyer,
      goods: this.#goods,
    };
    const contact_id = visitor?.id ?? (buyer.verified ? buyer.id : null);
    const order = Order.parse({ ...makeOrder(this.#random, from), contact_id, status: "confirmed" });
    if (contact_id === null) this.#guestOrders.add(order.id);
    await transact(this.#ctx(), [orders.create(order)]);
    this.#work.push({
      queue: "index-order",
      body: { tenant_id: this.#storeId, record_id: order.id },
      delay: 0,
    });
  }

  /** Runs merges, deletions and orders at once, while workers handle their messages. */
  async run(strike: Strike): Promise<void> {
    const random = this.#random;
    const acts = Array.from({ length: 4 + random.int(6) }, () => random.int(ACTS));
    for (let at = 0; at < acts.length; at += 2) {
      await Promise.all([
        ...acts.slice(at, at + 2).map((act) => this.#act(act)),
        this.#drain(strike, random.int(30)),
      ]);
    }
    await this.#drain(strike);
  }

  async #act(act: number): Promise<void> {
    const [one, other] = [this.#random.pick(this.#buyers), this.#random.pick(this.#buyers)];
    const visitor = this.#visitors.at(0);
    if (act < 2) return this.#order();
    // A conflict or a refusal is no failure.
    await this.#change(act, { one, other, visitor }).catch((error: unknown) => {
      // Two proofs of one session: its contact is another one by then, as who calls again finds out.
      if (!(error instanceof ApiError || error instanceof CallerChanged)) throw error;
    });
  }

  async #change(
    act: number,
    { one, other, visitor }: { one: Buyer; other: Buyer; visitor: Visitor | undefined },
  ): Promise<void> {
    if (act === 2) await this.#delete(one.id);
    else if (act < 5) {
      await this.#merge(one.id, other.id);
      this.#became.set(other.id, one.id);
      this.met.merged++;
    } else if (act === 5 || !visitor) {
      const text = `note ${++this.#made}`;
      await addNote({ ...this.#ctx(), actor: personActor("acc_clerk") }, this.#storeId, one.id, text);
      this.#written.push({ contactId: one.id, text });
    } else if (act === 6) {
      const text = `consent ${++this.#made}`;
      const consents = [{ channel: "sms", text } as const];
      await updateCurrentContact(this.#visitorContext(visitor), this.#storeId, { consents });
      this.#written.push({ contactId: visitor.id, text });
    } else if (act === 7) await this.#order(visitor);
    else if (act === 8) await this.#prove(visitor);
    else {
      // Whoever the visitor becomes is deleted at that moment, or right after it.
      const known = this.#buyers.find(({ email, verified }) => verified && email === visitor.typed.email);
      await this.#order(visitor);
      const proving = this.#prove(visitor);
      if (this.#random.int(2) === 0) await proving;
      await Promise.all([proving, this.#delete(known?.id ?? visitor.id)]);
    }
  }

  async #delete(id: string): Promise<void> {
    await withRetries(() => deleteContact(this.#ctx(), this.#storeId, id));
    this.#deleted.add(id);
    this.#lastDeletionAt = START_TIME + this.#made;
    this.met.deleted++;
  }

  /** A visitor proves the address that it typed: it becomes the customer who proved it before, or that customer. */
  async #prove(visitor: Visitor): Promise<void> {
    const ctx = this.#visitorContext(visitor);
    const { email } = visitor.typed;
    const { id, code } = { id: newId("chal"), code: "123456" };
    const { scope } = verificationPurpose(this.#storeId);
    const [code_hash, times] = [
      await keyedHash("code", `${id}\n${code}`),
      { created_at: START_TIME, expires_at: START_TIME + DAY },
    ];
    const subject = hash(`${scope}\n${sameAddress.key(email)}`);
    await transact(ctx, [
      challenges.create({ id, scope, email, code_hash, tries: 0, ...times }),
      newestChallenges.put({ subject, challenge_id: id, expires_at: times.expires_at }),
    ]);
    this.#visitors = this.#visitors.filter((each) => each !== visitor);
    const proven = await verifyContact(ctx, this.#storeId, { challenge_id: id, code }, async () => []);
    this.met.proven++;
    if (proven.contact.id === visitor.id)
      this.#buyers.push({ ...visitor.typed, id: visitor.id, verified: true });
    else this.#became.set(visitor.id, proven.contact.id);
  }

  #visitorContext({ id, credentialId }: Visitor): Context {
    const actor = { kind: "visitor", id, credentialId, storeId: this.#storeId, former: [] } as const;
    return { ...this.#ctx(), actor };
  }

  #merge(into: string, from: string) {
    const count = async () => NO_TOTALS;
    return mergeCustomers(this.#ctx(), this.#storeId, into, { from, open_access: true }, count);
  }

  /** Delivers messages until none is left or the limit is reached; failed ones come again, and some come twice. */
  async #drain(strike: Strike, most = 5000): Promise<void> {
    for (let turns = 0; turns < most && this.#work.length > 0; turns++) {
      if (turns === 4999) throw new Error(`The work never ends: ${JSON.stringify(this.#work.slice(0, 3))}`);
      const soon = this.#work.filter(({ delay }) => delay === 0);
      const work = this.#random.pick(soon.length > 0 ? soon : this.#work);
      this.#work.splice(this.#work.indexOf(work), 1);
      let failed: unknown;
      const { crashed } = await strike(() =>
        withRetries(() => this.#do(work)).catch((error: unknown) => {
          failed = error;
        }),
      );
      if (failed !== undefined && !crashed) throw failed;
      if (crashed || this.#random.int(8) === 0) this.#work.push(work);
    }
  }

  async #do({ queue, body }: PendingMessage): Promise<void> {
    const ctx = this.#ctx();
    if (queue === "count") {
      const wakeUp = body as never;
      if ((await this.#sums.count(ctx, [wakeUp])).size > 0)
        throw new Error("The wake-up message must be delivered again.");
    } else if (queue === "move-joined") await moveJoined(ctx, body as never);
    else if (queue === "forget-filed") await forgetFiled(ctx, body as never);
    else if (queue === "forget-contact") await forgetContact(ctx, body as never);
    else if (queue === "follow-contact") await followContact(ctx, body as never);
    else if (queue === "index-order") await indexOrder(ctx, body as never);
  }

  async check(items: readonly Item[]): Promise<void> {
    const known = new Map(
      items
        .filter(({ _t }) => _t === contacts.name)
        .map((item) => {
          const contact = contacts.parse(item);
          return [contact.id, contact];
        }),
    );
    const all = items.filter(({ _t }) => _t === orders.name).map((item) => orders.parse(item));
    for (const contact of known.values()) {
      const {
        merging_ids,
        merged_into_contact_id: into,
        id,
        joined_at,
        name,
        email,
        notes,
        consents,
      } = contact;
      assert.deepEqual(merging_ids, [], `${id} is done merging`);
      if (!into) continue;
      // After a proof, the reference alone stays for a while.
      if (joined_at !== null) assert.ok(known.has(into), `the contact ${id} was merged into exists`);
      const left = [name, email, ...notes, ...consents].filter((each) => each !== null);
      assert.deepEqual(left, [], `${id} keeps nothing of the person`);
    }
    this.#checkWritten(known);
    for (const { id, contact_id, customer_id, email, shipping_address, created_at } of all) {
      if (created_at > this.#lastDeletionAt && this.#guestOrders.has(id))
        assert.ok(email, `${id} came after all deletions and keeps its names`);
      const owner = contact_id === null ? undefined : known.get(contact_id);
      assert.equal(Boolean(owner), contact_id !== null, `the visitor of ${id} exists`);
      assert.ok(!owner?.merged_into_contact_id, `${id} is seen by the visitor that remains`);
      const whose = customer_id === null ? undefined : known.get(customer_id);
      assert.equal(Boolean(whose), customer_id !== null, `the customer of ${id} exists`);
      assert.ok(!whose?.merged_into_contact_id, `${id} belongs to the remaining customer`);
      const named = [email !== null, shipping_address?.name != null];
      assert.deepEqual(
        named,
        [whose !== undefined, whose !== undefined],
        `${id} has a name exactly if it has a customer`,
      );
    }
    const ids = [...new Set([...known.keys(), ...this.#buyers.map(({ id }) => id)])];
    for (const id of ids) await this.#checkSums(id, all, items);
  }

  /** What somebody was told is stored, is stored once, unless its customer was deleted. */
  #checkWritten(known: ReadonlyMap<string, Contact>): void {
    for (const { contactId, text } of this.#written) {
      const chain = [contactId];
      for (let into = this.#intoWhom(known, contactId); into; into = this.#intoWhom(known, into))
        chain.push(into);
      if (chain.some((id) => this.#deleted.has(id))) continue;
      const { notes = [], consents = [] } = known.get(chain.at(-1) ?? "") ?? {};
      const found = [...notes, ...consents].filter((each) => each.text === text);
      assert.equal(found.length, 1, `${text} of ${chain.join(" → ")}`);
    }
  }

  /** The contact into which one was merged, also if it was deleted with that one. */
  #intoWhom(known: ReadonlyMap<string, Contact>, id: string): string | null | undefined {
    const contact = known.get(id);
    return contact ? contact.merged_into_contact_id : this.#became.get(id);
  }

  async #checkSums(id: string, all: readonly Order[], items: readonly Item[]): Promise<void> {
    const own = all.filter(({ customer_id }) => customer_id === id);
    const reading = await sumsReading(this.#storeId, customerTotals, START_TIME, rememberedHeads());
    assert.ok(reading);
    const lanes = await readTogether(rowReads(reading, totalsRow(id)));
    assert.equal(totalsIn(addLanes(lanes)).orders, own.length, `the totals of ${id}`);
    const list = `#${customerList(id)}#`;
    const rows = items.filter(
      ({ _t, sk, terms }) =>
        _t === "list_row" && String(sk).includes(list) && (terms as string[])[0] === "order",
    );
    assert.equal(new Set(rows.map(({ of }) => of)).size, own.length, `the list of ${id}`);
  }
}
