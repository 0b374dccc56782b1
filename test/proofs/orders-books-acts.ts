import { DAY, HOUR, MINUTE } from "#core/seconds.ts";
import { deliver, tick } from "./orders-books-delivery.ts";
import {
  type Act,
  cancelLine,
  changeCart,
  checkout,
  comeBack,
  fromPage,
  give,
  refund,
  seePage,
  send,
  takeBack,
  takeCash,
  update,
} from "./orders-books-people.ts";
import {
  atDesk,
  bounce,
  closeDisputes,
  decide,
  decideOn,
  dispute,
  settleRefunds,
  settleSlow,
} from "./orders-books-provider.ts";
import type { Run } from "./orders-books-run.ts";

const pass = ({ shop, random }: Run) =>
  shop.pass(random.pick([MINUTE, 10 * MINUTE, 36 * MINUTE, 2 * HOUR, DAY]));
const orderMore = (run: Run) => checkout(run, run.random.chance(0.8) ? "credit_card" : "cash");
const confirm: Act = (run, sale) => update(run, sale, { confirm: true });
const cancel: Act = (run, sale) => update(run, sale, { cancel: true });
const payAnyway: Act = (run, sale) => update(run, sale, { confirm: true, paid: true });
const giveSome: Act = (run, sale) => give(run, sale, { amount: 1 + run.random.int(1500) });
const lateRefunds = ({ shop, random }: Run) => shop.desk.waitRefunds(random.chance(0.5));
const poor = ({ shop, random }: Run) => shop.desk.lackMoney(random.chance(0.3));
const some = (run: Run) => deliver(run);

const approve: Act = (_, { statement }) => decideOn(statement, "approve");
const delay: Act = (_, { statement }) => decideOn(statement, "delay");
const tooLate = ({ shop }: Run) => shop.pass(36 * MINUTE);
const again = (run: Run) => checkout(run, "credit_card");

/** First acts of a run: most pay early, so that later acts can refund and dispute payments. */
export const BEGINNINGS: readonly [by: "cash" | "credit_card", ...Act[]][] = [
  ["credit_card"],
  ["credit_card", approve, some],
  ["credit_card", approve, comeBack],
  ["credit_card", approve, comeBack, dispute],
  ["credit_card", approve, comeBack, refund],
  ["credit_card", approve, tooLate, tick],
  ["credit_card", delay, some],
  ["credit_card", delay, tooLate, tick],
  ["credit_card", takeCash],
  ["credit_card", confirm, cancelLine, decide],
  // The backend does not know yet that the first page was paid.
  ["credit_card", approve, tooLate, again, approve],
  ["credit_card", approve, tooLate, again, takeCash],
  ["credit_card", approve, tooLate, again, cancel],
  ["credit_card", approve, tooLate, again, confirm, cancelLine],
  ["credit_card", approve, tooLate, changeCart, again],
  ["credit_card", delay, tooLate, again, approve],
  ["credit_card", tooLate, tick, again, approve],
  ["cash"],
  ["cash", takeCash, refund],
];

/** Acts with their weights. */
const OFTEN: readonly [number, Act][] = [
  [8, some],
  [4, refund],
  ...[decide, tick, pass, orderMore, atDesk, settleRefunds].map((act): [number, Act] => [3, act]),
  ...[takeCash, settleSlow, dispute, closeDisputes, takeBack].map((act): [number, Act] => [2, act]),
  ...[confirm, cancel, cancelLine, fromPage, send].map((act): [number, Act] => [1, act]),
  ...[bounce, lateRefunds, poor, comeBack, seePage, changeCart].map((act): [number, Act] => [1, act]),
];
/** Acts that may run at the same time. */
const AT_ONCE: readonly Act[] = [
  ...[some, tick, decide, orderMore, comeBack, seePage, changeCart, settleSlow, settleRefunds],
  ...[confirm, cancel, cancelLine, fromPage, send, takeBack, giveSome, payAnyway],
];
const atOnce: Act = async (run, sale) => {
  const acts = [run.random.pick(AT_ONCE), run.random.pick(AT_ONCE)];
  run.pastActs.push(...acts.map(({ name }) => `+${name}`));
  await Promise.all(acts.map((act) => act(run, sale)));
};

export const ACTS: readonly Act[] = OFTEN.flatMap(([times, act]) => Array<Act>(times).fill(act)).concat(
  Array<Act>(6).fill(atOnce),
);
