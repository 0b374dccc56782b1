import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { type Event, events, messages } from "#core/events.ts";
import type { Operation } from "#core/http/contract.ts";
import { type Mail, openMail } from "#core/mail/mail.ts";
import { DAY } from "#core/seconds.ts";
import { cartWorkers, storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orderPages, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { payments } from "#functions/money/payments/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { processDueCart } from "#lib/commerce/carts/due.ts";
import type { Cart } from "#lib/commerce/carts/schema.ts";
import { carts } from "#lib/commerce/carts/table.ts";
import { followContact } from "#lib/commerce/orders/customer-index.ts";
import { orderPageUrl } from "#lib/commerce/orders/emails.ts";
import { notifyOrder } from "#lib/commerce/orders/notify.ts";
import type { Order } from "#lib/commerce/orders/schema.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import { contacts } from "#lib/tenancy/visitors/table.ts";
import { type DirectRequest, invokeDirect } from "#test/support/direct.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import type { Goods, Shop } from "#test/support/shop.ts";
import { workerContext } from "#test/support/world.ts";
import { checkArrived, Model, type OrderLine, Person } from "./carts-strangers-model.ts";

export const BROWSERS = 3;
/** What visitors do, with the relative frequency of each act. */
export const ACT_WEIGHTS = {
  current: 4,
  fill: 8,
  add: 3,
  take: 1,
  link: 6,
  peek: 2,
  look: 3,
  quote: 1,
  prove: 4,
  signIn: 2,
  signOut: 1,
  share: 4,
  checkout: 5,
  pay: 2,
  orders: 3,
  tick: 1,
} as const;
export type Act = keyof typeof ACT_WEIGHTS;

export interface Step {
  who: number;
  act: Act;
  /** Two random numbers that choose among what exists. */
  pick: number;
  more: number;
}
/** Lists of steps, one after the other; the steps of one list run at once. */
export type Plan = Step[][];

/** A shop with unlimited stock, so that buyers conflict only over carts. */
export type ProofShop = { shop: Shop; goods: Goods[]; services: { service_id: string; provider_id: string } };

export interface StrangerTotals {
  sequences: number;
  calls: number;
  linked: number;
  proofs: number;
  ordered: number;
  mails: number;
  refused: number;
}

/** Mails and events that a sequence has caused. */
type SequenceOutput = { mails: Mail[]; events: Event[] };
const currentOutput = new AsyncLocalStorage<SequenceOutput>();

/** Intercepts calls to the table and records the mails and events that each sequence writes. */
export async function recordOutput(
  command: string,
  next: () => Promise<unknown>,
  input: object,
): Promise<unknown> {
  const answer = await next();
  const heard = currentOutput.getStore();
  if (!heard || !command.startsWith("Transact")) return answer;
  const { TransactItems: writes } = input as { TransactItems: { Put?: { Item: Record<string, unknown> } }[] };
  for (const { Put } of writes) {
    if (Put?.Item._t === "event") heard.events.push(events.parse(Put.Item));
    if (Put?.Item._t !== "message") continue;
    const { queue, body } = messages.parse(Put.Item);
    if (queue.endsWith("email"))
      heard.mails.push(await openMail({ mail_id: String(body.mail_id), sealed: String(body.sealed) }));
  }
  return answer;
}

interface Browser {
  token: string | undefined;
  person: Person;
  cartId: string | undefined;
  page: string | undefined;
}

/** What a step read, and how it changes the model after all concurrent steps have ended. */
interface StepFinding {
  who: number;
  what: string;
  text: string;
  /** Applies a verified email address to the model, before all other findings. */
  proves?: () => void;
  means?: (records: ReadonlyMap<string, string>) => void;
  /** The contact whose email address was verified. */
  contactId?: string;
}

/** Plays a plan with several browsers of one store and compares each answer with a model. */
export class Sequence {
  readonly #stage: ProofShop;
  readonly #model: Model;
  readonly #totals: StrangerTotals;
  readonly #ip: string;
  readonly #day: number;
  readonly #emails: string[];
  readonly #browsers: Browser[];
  readonly #heard: SequenceOutput = { mails: [], events: [] };
  #records = new Map<string, string>();
  #found: StepFinding[] = [];
  #atOnce = false;

  readonly #acts: Record<Act, (each: Step, at: number) => Promise<unknown>> = {
    current: (each) => this.#current(each),
    fill: (each, at) => this.#fill(each, at),
    add: (each) => this.#add(each),
    take: (each) => this.#take(each),
    link: (each) => this.#link(each),
    peek: (each) => this.#peek(each),
    look: (each) => this.#see(each),
    quote: (each) => this.#quote(each),
    prove: (each) => this.#prove(each),
    signIn: (each) => this.#signIn(each),
    signOut: (each) => this.#signOut(each),
    share: (each) => this.#share(each),
    checkout: (each, at) => this.#checkout(each, at),
    pay: (each) => this.#pay(each),
    orders: (each) => this.#orders(each),
    tick: (each) => this.#tick(each),
  };

  constructor(stage: ProofShop, sequence: number, totals: StrangerTotals) {
    this.#stage = stage;
    this.#totals = totals;
    this.#model = new Model(sequence);
    this.#ip = `10.${(sequence >> 16) & 255}.${(sequence >> 8) & 255}.${sequence & 255}`;
    this.#day = sequence;
    this.#emails = [0, 1].map((n) => `s${sequence}-${n}-${stage.shop.id.slice(-8)}@example.com`);
    this.#browsers = Array.from({ length: BROWSERS }, () => ({
      token: undefined,
      person: new Person(),
      cartId: undefined,
      page: undefined,
    }));
  }

  async run(plan: Plan): Promise<void> {
    await currentOutput.run(this.#heard, async () => {
      for (const steps of plan) await this.#moment(steps);
    });
  }

  async #moment(steps: Step[]): Promise<void> {
    const before = this.#browsers.map(({ person }) => person);
    const at = this.#model.tick();
    this.#atOnce = steps.length > 1;
    this.#found = [];
    const parted = await this.#sharedBefore(steps);
    await Promise.all(steps.map((each) => this.#act(each, at)));
    if (parted) await this.#inOrder(parted);
    for (const { proves } of this.#found) proves?.();
    await this.#follow();
    const records = await this.#look();
    for (const { means } of this.#found) means?.(records);
    for (const { who, what, text } of this.#found) {
      const now = this.#browsers[who]?.person;
      const was = before[who];
      // A step that ran beside a verification may have run before it.
      this.#model.check(
        what,
        text,
        [now, this.#atOnce ? was : now].filter((each) => each !== undefined),
      );
    }
    this.#compare(records, steps, before);
    await this.#mails();
  }

  /** The contact of a session with which two browsers verify an email address at once. */
  async #sharedBefore(steps: Step[]): Promise<string | undefined> {
    const [one, other] = steps.filter(({ act }) => act === "prove");
    const token = one && this.#browser(one).token;
    if (!one || !other || !token || token !== this.#browser(other).token) return undefined;
    const me = await this.#call(one, storefrontAccount.getCurrentContact, { params: this.#params });
    return me.json.id;
  }

  /** Applies the earlier of two verifications first: the other browser then belongs to a stranger. */
  async #inOrder(id: string): Promise<void> {
    const before = await contacts.find({ store_id: this.#params.storeId, id });
    const first = before?.merged_into_contact_id ?? id;
    this.#found.sort((one, other) => Number(other.contactId === first) - Number(one.contactId === first));
  }

  #act(each: Step, at: number): Promise<unknown> {
    return this.#acts[each.act](each, at);
  }

  get #params() {
    return { storeId: this.#stage.shop.id };
  }

  #browser({ who }: Step): Browser {
    const browser = this.#browsers[who];
    if (!browser) throw new Error("There is no such browser.");
    return browser;
  }

  /** Calls as a browser, with its token once it has one. */
  async #call(
    each: Step,
    operation: Operation,
    request: DirectRequest & { json?: object },
    asNobody = false,
  ) {
    const { json, ...rest } = request;
    const { token } = this.#browser(each);
    this.#totals.calls++;
    const reply = await invokeDirect(operation, {
      ...rest,
      ...(json ? { body: JSON.stringify(json) } : {}),
      ...(token && !asNobody ? { token } : {}),
      sourceIp: this.#ip,
    });
    assert.ok(reply.status < 500, `${operation.id} answered ${reply.status}: ${reply.body}`);
    if (reply.status >= 400) this.#totals.refused++;
    const isJson = reply.headers["content-type"]?.startsWith("application/json");
    return { status: reply.status, text: reply.body, json: isJson ? JSON.parse(reply.body) : {} };
  }

  /** Calls as a visitor, with a session; a session that another browser ended is dropped. */
  async #asVisitor(each: Step, operation: Operation, request: DirectRequest & { json?: object }) {
    const browser = this.#browser(each);
    if (!browser.token) await this.#identify(each);
    const { token = "" } = browser;
    const reply = await this.#call(each, operation, request);
    if (reply.status === 401) {
      assert.ok(this.#atOnce || this.#model.ended.has(token), `${operation.id}: ${reply.text}`);
      this.#forget(browser);
    }
    this.#found.push({ who: each.who, what: operation.id, text: reply.text });
    return reply;
  }

  async #identify(each: Step): Promise<void> {
    const browser = this.#browser(each);
    const email = `${this.#model.canary()}@example.com`;
    const json = each.more % 2 ? { email } : {};
    const { status, json: answer } = await this.#call(each, storefrontAccount.identifyContact, {
      params: this.#params,
      json,
    });
    assert.equal(status, 201);
    Object.assign(browser, { token: answer.token.token, person: new Person(), cartId: undefined });
    this.#model.contacts.set(answer.contact.id, browser.person);
    this.#model.recordTyped(json, browser.person);
  }

  #forget(browser: Browser): void {
    Object.assign(browser, { token: undefined, cartId: undefined, person: new Person() });
  }

  /** Adds the cart of an answer to the model, as its contact's. */
  #seen(each: Step, cart: { id: string; contact_id: string | null; token: string | null }): void {
    const { carts: known, contacts } = this.#model;
    const browser = this.#browser(each);
    browser.cartId = cart.id;
    this.#found.push({
      who: each.who,
      what: "cart",
      text: "",
      means: () => {
        const contact = cart.contact_id ?? "";
        const owner = known.get(cart.id)?.owner ?? contacts.get(contact) ?? browser.person;
        if (!contacts.has(contact)) contacts.set(contact, owner);
        if (!known.has(cart.id)) known.set(cart.id, { owner, sent: new Map(), link: "", merged: false });
        const found = known.get(cart.id);
        if (found && cart.token) found.link = cart.token;
        if (!this.#atOnce) assert.equal(owner.now, browser.person.now, `${cart.id} is another's.`);
      },
    });
  }

  #isOwn(browser: Browser, cartId: string): boolean {
    const cart = this.#model.carts.get(cartId);
    return cart ? cart.owner.now === browser.person.now : browser.cartId === cartId;
  }

  /** A cart to try: mostly the browser's own. */
  async #cart(each: Step): Promise<string> {
    const browser = this.#browser(each);
    const known = [...this.#model.carts.keys()];
    if (each.pick % 4 === 0 && known.length > 0) return known[each.more % known.length] ?? "";
    if (!browser.cartId || !browser.token) await this.#current(each);
    return browser.cartId ?? "";
  }

  async #current(each: Step, json: object = {}) {
    const body = { market: "eu", ...json };
    const reply = await this.#asVisitor(each, storefrontCarts.currentCart, {
      params: this.#params,
      json: body,
    });
    if (reply.status === 200) this.#seen(each, reply.json);
    return reply;
  }

  async #fill(each: Step, at: number): Promise<void> {
    const browser = this.#browser(each);
    const cartId = await this.#cart(each);
    const isOwn = this.#isOwn(browser, cartId);
    const fields = this.#fields(each);
    this.#wasAllowed(browser, cartId, isOwn, await this.#send(each, cartId, fields, at));
  }

  async #send(each: Step, cartId: string, fields: Record<string, unknown>, at: number) {
    const browser = this.#browser(each);
    const reply = await this.#asVisitor(each, storefrontCarts.updateVisitorCart, {
      params: { ...this.#params, cartId },
      json: fields,
    });
    this.#found.push({
      who: each.who,
      what: "sent",
      text: "",
      means: () => {
        const cart = this.#model.carts.get(cartId);
        this.#model.recordTyped(fields, (reply.status === 200 && cart?.owner) || browser.person);
        // A request to a merged cart is answered by the cart it was merged into.
        if (reply.status === 200) this.#model.recordSent(reply.json.id, fields, at);
      },
    });
    return reply;
  }

  /** Another person's cart is answered by 404, as if it did not exist. */
  #wasAllowed(
    browser: Browser,
    cartId: string,
    isOwn: boolean,
    { status, text }: { status: number; text: string },
  ) {
    if (isOwn || this.#atOnce || !this.#model.carts.has(cartId) || status === 401) return;
    if (!this.#isOwn(browser, cartId)) assert.equal(status, 404, `${cartId} was another's: ${text}`);
  }

  #fields({ pick, more }: Step): Record<string, unknown> {
    const word = () => this.#model.canary();
    const notes = () => [{ form_id: word(), fields: [{ key: word(), value: word() }] }];
    const all: [string, () => unknown][] = [
      ["shipping_address", () => this.#address()],
      ["billing_address", () => this.#address()],
      ["forms", notes],
      ["promo_code", word],
      ["payment_method_key", word],
      ["shipping_method_id", word],
      ["items", () => this.#items(more)],
    ];
    const chosen = all.filter((_, index) => (more >> index) % 2 === 1 || index === pick % all.length);
    const taken = !this.#atOnce && pick % 9 === 0;
    return Object.fromEntries(
      chosen.map(([name, make]) => [name, taken && name.endsWith("address") ? null : make()]),
    );
  }

  #address(): object {
    const word = () => this.#model.canary();
    return {
      name: word(),
      company: word(),
      street1: word(),
      city: word(),
      state: word(),
      postal_code: "10119",
      country: "DE",
      phone: word(),
      email: `${word()}@example.com`,
    };
  }

  #items(more: number): object[] {
    const goods = this.#stage.goods[more % this.#stage.goods.length];
    const from = MONDAY + this.#day * DAY + (9 + (more % 4)) * HOUR;
    const value = this.#model.canary();
    const answers = [{ form_id: null, fields: [{ key: "allergies", value }] }];
    return [
      { ...goods, quantity: 1 + (more % 5) },
      ...(more % 3 === 0 ? [{ ...this.#stage.services, slots: [{ from }], forms: answers }] : []),
    ];
  }

  async #add(each: Step): Promise<void> {
    const [browser, cartId] = [this.#browser(each), await this.#cart(each)];
    const isOwn = this.#isOwn(browser, cartId);
    const params = { ...this.#params, cartId };
    const [json] = this.#items(each.more);
    const reply = await this.#asVisitor(each, storefrontCarts.addVisitorCartItem, {
      params,
      json: json ?? {},
    });
    this.#wasAllowed(browser, cartId, isOwn, reply);
  }

  async #take(each: Step): Promise<void> {
    const [browser, cartId] = [this.#browser(each), await this.#cart(each)];
    const isOwn = this.#isOwn(browser, cartId);
    const params = { ...this.#params, cartId };
    const product_id = this.#stage.goods[each.more % 3]?.product_id ?? "";
    const reply = await this.#asVisitor(each, storefrontCarts.removeVisitorCartItem, {
      params,
      json: { product_id },
    });
    this.#wasAllowed(browser, cartId, isOwn, reply);
  }

  /** Opens the recovery link of any known cart. */
  async #link(each: Step): Promise<void> {
    const browser = this.#browser(each);
    const links = [...this.#model.carts].filter(([, { link }]) => link);
    const [id, cart] = links[each.pick % Math.max(1, links.length)] ?? [];
    if (!id || !cart) return;
    if (!browser.token) await this.#identify(each);
    const isOwn = this.#isOwn(browser, id);
    const source = this.#cartAt(id);
    const reply = await this.#current(each, { token: cart.link });
    if (this.#atOnce || !source || reply.status === 401) return;
    this.#totals.linked++;
    const isThere =
      (source.status === "active" || source.status === "abandoned") && !source.merged_into_cart_id;
    // The old session of a merged contact does not see what its person has now.
    if (!isThere && reply.status === 404) return;
    assert.equal(reply.status, isThere || isOwn ? 200 : 404, reply.text);
    if (!isThere || reply.json.status === "converted") return;
    checkArrived(source.items, reply.json.items as OrderLine[]);
    if (!isOwn) assert.notEqual(reply.json.id, id, "Another person's cart was taken over.");
  }

  /** Reads a cart by its link, with a session or without. */
  async #peek(each: Step): Promise<void> {
    const links = [...this.#model.carts].filter(([, { link }]) => link);
    const [cartId, cart] = links[each.pick % Math.max(1, links.length)] ?? [];
    if (!cartId || !cart) return;
    const request = { params: { ...this.#params, cartId }, query: { token: cart.link } };
    if (each.more % 2) return void (await this.#asVisitor(each, storefrontCarts.getVisitorCart, request));
    const { text } = await this.#call(each, storefrontCarts.getVisitorCart, request, true);
    this.#model.check("the link", text, []);
  }

  async #see(each: Step): Promise<void> {
    const [browser, cartId] = [this.#browser(each), await this.#cart(each)];
    const isOwn = this.#isOwn(browser, cartId);
    const params = { ...this.#params, cartId };
    const reply = await this.#asVisitor(each, storefrontCarts.getVisitorCart, { params });
    this.#wasAllowed(browser, cartId, isOwn, reply);
    await this.#asVisitor(each, storefrontAccount.getCurrentContact, { params: this.#params });
  }

  async #quote(each: Step): Promise<void> {
    const [browser, cartId] = [this.#browser(each), await this.#cart(each)];
    const isOwn = this.#isOwn(browser, cartId);
    const params = { ...this.#params, cartId };
    const reply = await this.#asVisitor(each, storefrontCarts.quoteVisitorCart, { params, json: {} });
    this.#wasAllowed(browser, cartId, isOwn, reply);
  }

  async #codeFor(each: Step, email: string, token: boolean): Promise<object | undefined> {
    const request = { params: this.#params, json: { email } };
    const asked = await this.#call(each, storefrontAccount.requestContactCode, request, !token);
    if (asked.status !== 200) return undefined;
    const mail = this.#heard.mails.findLast(({ to }) => to === email);
    return { challenge_id: asked.json.challenge_id, code: /\d{6}/.exec(mail?.subject ?? "")?.[0] ?? "" };
  }

  async #prove(each: Step): Promise<void> {
    const browser = this.#browser(each);
    if (!browser.token) await this.#identify(each);
    const { token = "" } = browser;
    const email = this.#emails[each.pick % 2] ?? "";
    const json = await this.#codeFor(each, email, true);
    if (!json) return this.#mayHaveEnded(each, token);
    const request = { params: this.#params, json };
    const reply = await this.#asVisitor(each, storefrontAccount.verifyContact, request);
    if (reply.status === 401) return;
    // A new code for an email address makes the previous one invalid.
    assert.ok(this.#atOnce || reply.status === 200, reply.text);
    if (reply.status !== 200) return;
    this.#totals.proofs++;
    this.#found.push({
      who: each.who,
      what: "proof",
      text: "",
      contactId: reply.json.contact.id,
      proves: () => {
        const { person } = browser;
        const known = this.#model.proven.get(email) ?? person;
        person.become(known);
        this.#model.proven.set(email, known);
        this.#model.contacts.set(reply.json.contact.id, known);
        browser.token = reply.json.token.token;
        browser.person = known;
        // Another browser with the old token is a stranger from now on.
        const stranger = new Person();
        for (const other of this.#browsers.filter((each) => each !== browser && each.token === token))
          Object.assign(other, { person: stranger, cartId: undefined });
      },
    });
  }

  async #mayHaveEnded(each: Step, token: string): Promise<void> {
    assert.ok(this.#atOnce || this.#model.ended.has(token), "No code was sent.");
    this.#forget(this.#browser(each));
  }

  /** Verifies an email address without a session. */
  async #signIn(each: Step): Promise<void> {
    const browser = this.#browser(each);
    const email = this.#emails[each.pick % 2] ?? "";
    const json = await this.#codeFor(each, email, false);
    const request = { params: this.#params, json: { ...json } };
    const reply = await this.#call(each, storefrontAccount.verifyContact, request, true);
    assert.ok(this.#atOnce || reply.status === 200, reply.text);
    if (reply.status !== 200) return;
    this.#found.push({
      who: each.who,
      what: "sign-in",
      text: reply.text,
      proves: () => {
        const known = this.#model.proven.get(email) ?? new Person();
        this.#model.proven.set(email, known);
        this.#model.contacts.set(reply.json.contact.id, known);
        Object.assign(browser, { token: reply.json.token.token, person: known, cartId: undefined });
      },
    });
  }

  async #signOut(each: Step): Promise<void> {
    const browser = this.#browser(each);
    const { token } = browser;
    if (!token) return;
    const reply = await this.#asVisitor(each, storefrontAccount.logoutContact, { params: this.#params });
    this.#model.ended.add(token);
    if (reply.status === 200) this.#forget(browser);
  }

  /** Gives this browser's token to another one. */
  async #share(each: Step): Promise<void> {
    const browser = this.#browser(each);
    const other = this.#browsers[(each.who + 1 + (each.pick % (BROWSERS - 1))) % BROWSERS];
    if (this.#atOnce || !browser.token || !other) return;
    Object.assign(other, { token: browser.token, person: browser.person, cartId: browser.cartId });
  }

  /** Sends what the cart lacks for a checkout and clears texts that a checkout would refuse. */
  async #ready(each: Step, cartId: string, at: number): Promise<void> {
    const there = this.#cartAt(cartId);
    const items = there?.items.length ? {} : { items: this.#items(each.more) };
    const address = there?.shipping_address ? {} : { shipping_address: this.#address() };
    const json = { promo_code: "", shipping_method_id: "", ...items, ...address };
    await this.#send(each, cartId, json, at);
  }

  async #checkout(each: Step, at: number): Promise<void> {
    const [browser, cartId] = [this.#browser(each), await this.#cart(each)];
    const isOwn = this.#isOwn(browser, cartId);
    const params = { ...this.#params, cartId };
    if (isOwn) await this.#ready(each, cartId, at);
    const email = `${this.#model.canary()}@example.com`;
    const json = { payment_method_key: each.more % 3 === 0 ? "credit_card" : "cash", email };
    const reply = await this.#asVisitor(each, storefrontCarts.checkoutVisitorCart, { params, json });
    this.#wasAllowed(browser, cartId, isOwn, reply);
    const { order_id } = reply.json;
    const order: Order | undefined =
      reply.status < 300 ? await orders.find({ store_id: this.#params.storeId, id: order_id }) : undefined;
    const url: string | undefined = order && reply.json.payment_action.url;
    if (order && url) {
      browser.page = url;
      this.#pages.set(url, order.id);
    }
    this.#found.push({
      who: each.who,
      what: "order",
      text: "",
      means: (records) => {
        const owner = (order && this.#model.carts.get(cartId)?.owner) ?? browser.person;
        this.#model.recordTyped(email, owner);
        if (!order || reply.status !== 201) return;
        this.#totals.ordered++;
        this.#model.orders.set(order.id, owner);
        const bought = order.source_cart_id ?? "";
        this.#join(records);
        this.#leads(records, cartId, bought);
        assert.equal(order.email, email);
        this.#model.checkOrder(bought, order);
      },
    });
  }

  /** Merges carts in the model as the records say, also if the target is bought at the same time. */
  #join(records: ReadonlyMap<string, string>): void {
    for (const [id, record] of records) {
      const { merged_into_cart_id: into }: Cart = JSON.parse(record);
      if (into) this.#model.mergeCart(id, into);
    }
  }

  /** Asserts that a cart is the bought one or was merged into it. */
  #leads(records: ReadonlyMap<string, string>, from: string, to: string): void {
    if (from === to) return;
    const { merged_into_cart_id: into }: Cart = JSON.parse(records.get(from) ?? "{}");
    assert.ok(into, `${from} was requested, but ${to} was bought.`);
    this.#model.mergeCart(from, into);
    this.#leads(records, into, to);
  }

  async #pay(each: Step): Promise<void> {
    const { page } = this.#browser(each);
    if (!page) return;
    const decision = ["approve", "decline", "delay"][each.pick % 3];
    // A payment page belongs to its order even after its buyer has signed out.
    const payer = this.#model.orders.get(this.#pages.get(page) ?? "");
    if (payer) this.#paying.add(payer);
    await this.#call(each, payments.decideSandboxCheckout, {
      params: { checkoutId: page.slice(page.lastIndexOf("/") + 1) },
      body: `decision=${decision}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  }

  async #orders(each: Step): Promise<void> {
    const browser = this.#browser(each);
    await this.#asVisitor(each, storefrontOrders.listOwnOrders, { params: this.#params });
    const all = [...this.#model.orders];
    const [orderId, owner] = all[each.pick % Math.max(1, all.length)] ?? [];
    if (!orderId || !owner) return;
    const params = { ...this.#params, orderId };
    const isOwn = owner.now === browser.person.now;
    for (const operation of [storefrontOrders.getOwnOrder, storefrontOrders.getOrderPayment]) {
      const { status, text } = await this.#asVisitor(each, operation, { params });
      if (!isOwn && !this.#atOnce && owner.now !== browser.person.now) assert.ok(status >= 400, text);
    }
    const link = await orderPageUrl(this.#params.storeId, orderId);
    const orderToken = link.slice(link.lastIndexOf("/") + 1);
    const shown = await this.#call(each, orderPages.showOrderPage, { params: { orderToken } }, true);
    this.#model.check("the page", shown.text, [owner]);
  }

  /** Lets a day pass for a cart, so that it counts as abandoned and its owner may get a mail. */
  async #tick(each: Step): Promise<void> {
    const known = [...this.#model.carts.keys()];
    const id = known[each.pick % Math.max(1, known.length)];
    if (!id || this.#atOnce) return;
    const later = Date.now() / 1000 + DAY + 60;
    await processDueCart(
      workerContext(cartWorkers.processDueCarts, () => later),
      this.#params.storeId,
      id,
    );
    const owner = this.#model.carts.get(id)?.owner.now;
    // The change counts as made by the cart's owner.
    this.#ticked.add(owner);
  }
  readonly #ticked = new Set<Person | undefined>();
  /** The order of each payment page. */
  readonly #pages = new Map<string, string>();
  /** People whose payments were decided: a worker changes their order and cart some time later. */
  readonly #paying = new Set<Person>();

  /** Runs the workers that events of the last steps would start. */
  async #follow(): Promise<void> {
    const ctx = workerContext(orderWorkers.followContact);
    const heard = this.#heard.events.splice(0);
    for (const event of heard) {
      if (event.type === "contact.updated") await followContact(ctx, { ...event, last: true });
      // Only for every third order: rendering a mail takes longer than the rest of the proof.
      if (event.type.startsWith("order.") && event.record_id.charCodeAt(event.record_id.length - 1) % 3 === 0)
        await notifyOrder(workerContext(orderWorkers.notifyOrder), event);
    }
  }

  /** Asserts that no mail holds what somebody other than its reader typed. */
  async #mails(): Promise<void> {
    for (const { to, subject, text, html } of this.#heard.mails.splice(0)) {
      if (to === this.#stage.shop.owner.email) continue;
      this.#totals.mails++;
      const reader = this.#model.proven.get(to);
      this.#model.check(
        `The mail to ${to}`,
        to.startsWith("zq") ? "" : `${subject} ${text} ${html}`,
        reader ? [reader] : [],
      );
      // Mails to a typed email address may hold only what the same person typed.
      if (to.startsWith("zq")) this.#model.checkMail(to, `${subject} ${text} ${html}`);
    }
  }

  #cartAt(id: string): Cart | undefined {
    const record = this.#records.get(id);
    return record === undefined ? undefined : JSON.parse(record);
  }

  /** All known carts and orders, as JSON. */
  async #look(): Promise<Map<string, string>> {
    const slots = (id: string) => ({ store_id: this.#params.storeId, id });
    const ids = new Set([
      ...this.#model.carts.keys(),
      ...this.#browsers.flatMap(({ cartId }) => cartId ?? []),
    ]);
    const [found, ordered] = await Promise.all([
      carts.batchGet([...ids].map(slots)),
      orders.batchGet([...this.#model.orders.keys()].map(slots)),
    ]);
    return new Map([...found, ...ordered].map((record) => [record.id, JSON.stringify(record)]));
  }

  /** Asserts that nobody changed a record of another person. */
  #compare(records: Map<string, string>, steps: Step[], before: readonly Person[]): void {
    const acted = new Set(steps.flatMap(({ who }) => [this.#browsers[who]?.person.now, before[who]?.now]));
    for (const person of this.#ticked) acted.add(person?.now);
    this.#ticked.clear();
    this.#join(records);
    for (const [id, record] of records) {
      const owner = (this.#model.carts.get(id)?.owner ?? this.#model.orders.get(id))?.now;
      const old = this.#records.get(id);
      if (old === undefined || acted.has(owner)) continue;
      const isPaying = [...this.#paying].some(({ now }) => now === owner);
      const said = isPaying ? typedPartOf : withoutWorkerFields;
      assert.equal(said(record), said(old), `${id} was changed by another.`);
    }
    this.#records = records;
  }
}

/** A record without the fields that workers add to it. */
function withoutWorkerFields(record: string): string {
  return record.replace(/"annotated":\d+,|"is_first":\w+,/g, "");
}

/** The texts and the owner of a cart or an order, without its payment. */
function typedPartOf(record: string): string {
  const { contact_id, email, shipping_address, billing_address, forms, promo_code, items }: TypedRecord =
    JSON.parse(record);
  const lines = items.map(({ id, line_id, quantity }) => ({ id, line_id, quantity }));
  return JSON.stringify({ contact_id, email, shipping_address, billing_address, forms, promo_code, lines });
}

interface TypedRecord extends Record<string, unknown> {
  items: { id: string; line_id?: string; quantity?: number }[];
}
