// Two or three people who change one record at one moment.

import { isDeepStrictEqual } from "node:util";
import { permutations, type Random } from "#test/support/random.ts";
import { isRefusedForNow, PairsShop, type Reply } from "./pairs-shop.ts";

/** A fresh copy of a record, and what can be done to it. */
export interface Copy {
  acts: Readonly<Record<string, () => Promise<Reply | undefined>>>;
  /** What everybody sees of it in the end. */
  look(): Promise<unknown>;
  /** Texts that no answer to a visitor may contain. */
  secrets?: readonly string[];
}

/** A kind of record that several people change. */
export interface PairsKind {
  name: string;
  /** Prepares what the copies share. */
  prepare(shop: PairsShop): Promise<{ copy(): Promise<Copy>; bystander(): Promise<unknown> }>;
}

/** What came of some acts: each answer's status and code, and the record. */
interface Outcome {
  answers: string[];
  state: unknown;
}

/** Operations that visitors call: their answers must show nothing that is only for staff. */
const VISITOR_OPERATIONS =
  /^(verifyContact|getCurrentContact|updateCurrentContact|withdrawOwnConsent|deleteCurrentContact|logoutContact|getOwnOrder|askOwnReturn|checkoutVisitorCart|sendMessage|readConversation|identifyContact)$/;

/**
 * Runs pairs and triples of acts on fresh copies of a record at one moment. The answers and the record in the end must
 * be those of one of the orders in which the acts can follow each other. No answer may be a failure of the server, each
 * refusal says what to do, and nothing of staff is in an answer to a visitor.
 *
 * @param rounds how many pairs and triples are drawn; `"all"` runs each pair once
 * @returns what was wrong, and how often transactions met a conflict
 */
export async function provePairs(
  random: Random,
  kind: PairsKind,
  rounds: number | "all",
): Promise<{ runs: number; conflicts: number; wrong: string[] }> {
  const shop = new PairsShop(random);
  return shop.open(async () => {
    const { copy, bystander } = await kind.prepare(shop);
    const names = Object.keys((await copy()).acts);
    await shop.settle();
    const unrelated = await bystander();
    const serial = new Map<string, Outcome>();
    const wrong: string[] = [];
    const runs = drawRuns(random, names, rounds);
    for (const acts of runs) {
      const where = `${kind.name}: ${acts.join(" | ")}`;
      const record = await copy();
      await shop.settle();
      const { outcome, faults } = await runTogether(shop, record, acts);
      const allowed: Outcome[] = [];
      for (const order of permutations(acts.map((_, index) => index))) {
        const key = order.map((index) => acts[index]).join(" > ");
        const known =
          serial.get(key) ??
          (await runSerially(
            shop,
            await copy(),
            order.map((index) => acts[index] ?? ""),
          ));
        serial.set(key, known);
        allowed.push({
          ...known,
          answers: acts.map((_, index) => known.answers[order.indexOf(index)] ?? ""),
        });
      }
      if (!allowed.some((each) => isDeepStrictEqual(each, outcome))) faults.push(describe(outcome, allowed));
      if (!isDeepStrictEqual(await bystander(), unrelated)) faults.push("another record was changed");
      wrong.push(...faults.map((fault) => `${where}: ${fault}`));
    }
    return { runs: runs.length, conflicts: shop.conflicts, wrong };
  });
}

function drawRuns(random: Random, names: readonly string[], rounds: number | "all"): string[][] {
  if (rounds === "all") return names.flatMap((one, at) => names.slice(at).map((other) => [one, other]));
  return Array.from({ length: rounds }, () =>
    Array.from({ length: random.int(4) === 0 ? 3 : 2 }, () => random.pick(names)),
  );
}

async function runTogether(
  shop: PairsShop,
  { acts, look, secrets = [] }: Copy,
  chosen: readonly string[],
): Promise<{ outcome: Outcome; faults: string[] }> {
  const replies = await shop.together([
    ...chosen.map((name) => () => run(acts, name)),
    async () => {
      await shop.deliver(shop.random.int(12), true);
      return undefined;
    },
  ]);
  const faults = replies.flatMap((reply) => (reply ? faultsIn(reply, secrets) : []));
  await shop.settle();
  const answers = replies.slice(0, -1).map(answerOf);
  return { outcome: { answers, state: normalized(await look()) }, faults };
}

async function runSerially(
  shop: PairsShop,
  { acts, look }: Copy,
  chosen: readonly string[],
): Promise<Outcome> {
  await shop.settle();
  const answers: string[] = [];
  for (const name of chosen) answers.push(answerOf(await run(acts, name)));
  await shop.settle();
  return { answers, state: normalized(await look()) };
}

function run(acts: Copy["acts"], name: string): Promise<Reply | undefined> {
  const act = acts[name];
  if (!act) throw new Error(`There is no act ${name}.`);
  return act();
}

function answerOf(reply: Reply | undefined): string {
  return reply ? `${reply.status} ${reply.body.error ?? ""}`.trim() : "";
}

/** Words by which a refusal says what its reader can do. */
const ADVICE = /\b(Read|Ask|Use|Choose|Try|Make|Sign|Withdraw|Change|Create)\b|begins a new one/;
/** Refusals that need no advice: what does not exist, and those that name a field or a state. */
const SELF_EXPLAINING = /NOT_FOUND$|^GENERAL\.VALIDATION_FAILED$|^ORDER\.INVALID_STATUS$/;

function faultsIn(reply: Reply, secrets: readonly string[]): string[] {
  const { operation, status, body } = reply;
  const text = JSON.stringify(body);
  const faults: string[] = [];
  if (status >= 500) faults.push(`${operation} answered ${status} ${text}`);
  if (status >= 400 && !SELF_EXPLAINING.test(String(body.error)) && !ADVICE.test(String(body.message)))
    faults.push(`${operation} does not say what to do: ${body.message}`);
  if (isRefusedForNow(reply)) faults.push(`${operation} never succeeds: ${text}`);
  if (VISITOR_OPERATIONS.test(operation))
    for (const secret of secrets) if (text.includes(secret)) faults.push(`${operation} shows ${secret}`);
  return faults;
}

const ID = /\b[a-z]{2,6}_[0-9a-zA-Z]{20,}\b/g;
/** Fields that differ between two runs of the same acts. */
const FLEETING = /^(.*_at|at|number|token|receipt_number|updatedAt|createdAt|as_of|time)$/;

/** A state in which ids and addresses have names by their place, and without times. */
function normalized(state: unknown): unknown {
  const names = new Map<string, string>();
  const text = JSON.stringify(state, (name, value: unknown) =>
    FLEETING.test(name) && typeof value !== "object" ? undefined : value,
  );
  return JSON.parse(
    text
      // Two workers forget a deleted buyer, and either may come first.
      .replaceAll("forgetFiled", "forgetContact")
      .replace(ID, (id) => nameOf(names, id, "id"))
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}@example\.com/g, (email) => nameOf(names, email, "email")),
  );
}

function nameOf(names: Map<string, string>, found: string, kind: string): string {
  const known = names.get(found) ?? `${kind}-${names.size + 1}`;
  names.set(found, known);
  return known;
}

/** What differs from the order of the acts that comes nearest. */
function describe(outcome: Outcome, allowed: readonly Outcome[]): string {
  const all = allowed.map((each) => differences("", each, outcome));
  const [least = []] = all.toSorted((one, other) => one.length - other.length);
  return `${JSON.stringify(outcome.answers)} is like no order: ${least.slice(0, 8).join("; ")}`;
}

function differences(path: string, one: unknown, other: unknown): string[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return [`${path} is ${JSON.stringify(other)} and not ${JSON.stringify(one)}`];
  const [left, right] = [one, other] as Record<string, unknown>[];
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  return [...names].flatMap((name) => differences(`${path}/${name}`, left?.[name], right?.[name]));
}
