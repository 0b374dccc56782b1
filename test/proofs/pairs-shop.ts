// A store in memory whose handlers and workers run in this process, for proofs about requests at one moment.

import { keyOfItem } from "#core/dynamo/key.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { events, messages } from "#core/events.ts";
import { kebab, type Operation } from "#core/http/contract.ts";
import { openMail } from "#core/mail/mail.ts";
import { workers } from "#functions/manifest.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { workerFunction } from "#infra/local/handlers.ts";
import { SUMMED_KINDS } from "#lib/system/sums/service.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { MemoryTable } from "#test/support/memory-table.ts";
import { pause, stagger } from "#test/support/pause.ts";
import type { Random } from "#test/support/random.ts";
import { interceptCalls, withMemoryTable } from "#test/support/table.ts";
import { newEmail, type Somebody, somebody } from "#test/support/world.ts";
import { conflictAt } from "./table-faults.ts";

type Item = Record<string, unknown>;
type Message = { queue: string; body: Item; delay: number };

/** An answer, with what a client would do about it. */
export interface Reply {
  operation: string;
  status: number;
  headers: Record<string, string>;
  body: Item & { error?: string; message?: string };
}

interface Asking {
  params?: Record<string, string>;
  body?: object;
  as?: { token: string };
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

/** Workers that change the records of this proof. Mails, webhooks and pictures are of no concern here. */
const WORKERS = [
  ...["indexOrder", "moveJoined", "forgetFiled", "forgetJoined", "noteTotals", "followContact"],
  ...["forgetContact", "countSums"],
];
/** Of this many transactions, one meets a conflict; of this many, one meets so many that its request begins again. */
const CONFLICT_RATE = 8;
const STORM_RATE = 60;
const STORM = 7;
const MAX_DELIVERIES = 4000;
const MAX_REPEATS = 20;

/** A conflict that a client repeats. */
export function isRefusedForNow({ body, headers }: Reply): boolean {
  return body.error === "GENERAL.CONFLICT" && headers["retry-after"] !== undefined;
}

/** A table in memory with handlers and workers on it. Calls wait at random while `together` runs. */
export class PairsShop {
  readonly random: Random;
  /** All requests see this second, so that a result does not depend on how long a run takes. */
  readonly now = Math.floor(Date.now() / 1000);
  conflicts = 0;
  #work: Message[] = [];
  #mails: Item[] = [];
  #racing = false;
  #storm = 0;
  #address = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** Runs something on this shop's table. */
  open<T>(run: () => Promise<T>): Promise<T> {
    const memory = new MemoryTable((before, after) => this.#changed(before, after));
    return interceptCalls(
      (command, next, input) => this.#call(command, next, input),
      () => withMemoryTable(run, memory),
    );
  }

  async #call(command: string, next: () => Promise<unknown>, input: object): Promise<unknown> {
    if (!this.#racing) return next();
    await stagger(this.random, 4);
    if (/^TransactWrite/.test(command)) {
      if (this.#storm === 0 && this.random.int(STORM_RATE) === 0) this.#storm = STORM;
      if (this.#storm > 0 || this.random.int(CONFLICT_RATE) === 0) {
        this.#storm = Math.max(0, this.#storm - 1);
        this.conflicts++;
        const { length } = (input as { TransactItems: unknown[] }).TransactItems;
        throw conflictAt(this.random.int(length), length);
      }
    }
    return next();
  }

  #changed(before: Item | undefined, after: Item | undefined): void {
    const item = after ?? before ?? {};
    const kind = String(item._t);
    if (kind === messages.name && after) {
      const { queue, body, delay = 0 } = messages.parse(after);
      this.#work.push({ queue, body, delay });
      if (/email/.test(queue)) this.#mails.push(body);
    } else if (kind === events.name && after) {
      const event = events.parse(after);
      for (const { id, on } of workers)
        if (on?.some((type) => type === event.type))
          this.#work.push({ queue: kebab(id), body: event, delay: 0 });
    } else if (SUMMED_KINDS.includes(kind)) {
      const { pk } = keyOfItem(item);
      const tenant_id = /^TENANT#([^#]+)/.exec(pk)?.[1] ?? "";
      const body = { tenant_id, kind, of: [recordName(tenant_id, keyOfItem(item))], again: 0 };
      // One message that waits is enough for a record, as it only says that the record changed.
      if (!this.#work.some(({ body: { of } }) => Array.isArray(of) && of[0] === body.of[0]))
        this.#work.push({ queue: "count-sums", body, delay: 0 });
    }
  }

  /** Calls an operation. A refusal that asks for it is repeated, as a client would. */
  async ask(operation: Operation, { params, body, as, headers, query }: Asking): Promise<Reply> {
    for (let tries = 1; ; tries++) {
      const answer = await invokeDirect(operation, {
        ...(params ? { params } : {}),
        ...(query ? { query } : {}),
        ...(body ? { body: JSON.stringify(body) } : {}),
        ...(as ? { token: as.token } : {}),
        headers: { "x-local-time": String(this.now), ...headers },
        sourceIp: this.newAddress(),
        isRandom: true,
      });
      const isJson = answer.headers["content-type"]?.startsWith("application/json");
      const parsed = isJson && answer.body ? JSON.parse(answer.body) : {};
      const reply = { operation: operation.id, status: answer.status, headers: answer.headers, body: parsed };
      if (!isRefusedForNow(reply) || tries === MAX_REPEATS || !this.#racing) return reply;
      await pause(5);
    }
  }

  /** Calls an operation that must succeed. */
  async ok(operation: Operation, asking: Asking): Promise<Item> {
    const { status, body } = await this.ask(operation, asking);
    if (status !== operation.status)
      throw new Error(`${operation.id} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** An IP address that nobody used before, because budgets count by it. */
  newAddress(): string {
    const n = ++this.#address;
    return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  }

  async newStore(): Promise<{ id: string; key: string; owner: Somebody }> {
    const owner = await somebody(newEmail(), () => this.now);
    const key = `p-${this.random.int(2 ** 31)}-${++this.#address}`;
    const made = await this.ok(stores.createStore, {
      as: owner,
      body: { key, name: "Shop", timezone: "Europe/Berlin" },
    });
    return { id: String(made.id), key, owner };
  }

  /** The text of the newest mail to an address. */
  async mailTo(email: string): Promise<string> {
    for (const sealed of this.#mails.toReversed()) {
      const mail = await openMail(sealed as { mail_id: string; sealed: string });
      if (mail.to === email) return `${mail.subject}\n${mail.text}`;
    }
    throw new Error(`No mail went to ${email}.`);
  }

  /** Starts all of some requests at one moment; calls wait at random and meet conflicts. */
  async together<T>(runs: readonly (() => Promise<T>)[]): Promise<T[]> {
    this.#racing = true;
    try {
      return await Promise.all(runs.map((run) => run()));
    } finally {
      this.#racing = false;
      this.#storm = 0;
    }
  }

  /** Delivers some of the messages that wait, each once or twice; those that fail wait again. */
  async deliver(most: number, late = false): Promise<void> {
    for (let turns = 0; turns < most && this.#work.length > 0; turns++) {
      const ready = this.#work.filter(({ delay }) => late || delay === 0);
      const message = this.random.pick(ready.length > 0 ? ready : this.#work);
      this.#work.splice(this.#work.indexOf(message), 1);
      await this.#work_on(message);
      if (this.random.int(3) === 0) await this.#work_on(message);
    }
  }

  /** Delivers all messages until none is left. */
  async settle(): Promise<void> {
    await this.deliver(MAX_DELIVERIES);
    if (this.#work.length > 0)
      throw new Error(`Work that never ends: ${JSON.stringify(this.#work.slice(0, 3))}`);
    this.#mails = this.#mails.slice(-200);
  }

  async #work_on(message: Message): Promise<void> {
    const worker = workers.find(({ id }) => WORKERS.includes(id) && kebab(id) === message.queue);
    if (!worker) return;
    const record = {
      messageId: crypto.randomUUID(),
      body: JSON.stringify({ id: crypto.randomUUID(), body: message.body }),
      attributes: { ApproximateReceiveCount: "1", SentTimestamp: "0" },
      messageAttributes: { "x-local-time": { dataType: "String", stringValue: String(this.now) } },
    };
    const answer = await workerFunction(worker).invoke({ Records: [record] }, crypto.randomUUID());
    const { batchItemFailures } = answer as { batchItemFailures: unknown[] };
    if (batchItemFailures.length > 0) this.#work.push(message);
  }
}
