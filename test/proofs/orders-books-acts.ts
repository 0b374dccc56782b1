import { DAY, HOUR, MINUTE } from "#core/seconds.ts";
import { deliverPending, runDueWorkers } from "./orders-books-delivery.ts";
import {
  type Act,
  cancelFromPage,
  cancelLine,
  changeCart,
  checkOutCart,
  giveRefund,
  refundUnits,
  returnFromPage,
  returnLine,
  shipLine,
  showOrderPage,
  takeCash,
  updateOrder,
} from "./orders-books-people.ts";
import {
  closeDisputes,
  decideAnyPage,
  decidePage,
  failRefundLater,
  finishDelayed,
  finishRefunds,
  openDispute,
  refundAtProvider,
} from "./orders-books-provider.ts";
import type { Run } from "./orders-books-run.ts";

const advanceTime = ({ shop, random }: Run) =>
  shop.pass(random.pick([MINUTE, 10 * MINUTE, 36 * MINUTE, 2 * HOUR, DAY]));
const orderMore = (run: Run) => checkOutCart(run, run.random.chance(0.8) ? "credit_card" : "cash");
const confirm: Act = (run, sale) => updateOrder(run, sale, { confirm: true });
const cancel: Act = (run, sale) => updateOrder(run, sale, { cancel: true });
const payAnyway: Act = (run, sale) => updateOrder(run, sale, { confirm: true, paid: true });
const refundSomeAmount: Act = (run, sale) => giveRefund(run, sale, { amount: 1 + run.random.int(1500) });
const delayRefunds = ({ shop, random }: Run) => shop.desk.waitRefunds(random.chance(0.5));
const lackProviderMoney = ({ shop, random }: Run) => shop.desk.lackMoney(random.chance(0.3));
const deliverSome = (run: Run) => deliverPending(run);

const approvePage: Act = (_, { statement }) => decideAnyPage(statement, "approve");
const delayPage: Act = (_, { statement }) => decideAnyPage(statement, "delay");
const passHold = ({ shop }: Run) => shop.pass(36 * MINUTE);
const checkOutAgain = (run: Run) => checkOutCart(run, "credit_card");

/** First acts of a run: most pay early, so that later acts can refund and dispute payments. */
export const FIRST_ACTS: readonly [by: "cash" | "credit_card", ...Act[]][] = [
  ["credit_card"],
  ["credit_card", approvePage, deliverSome],
  ["credit_card", approvePage, returnFromPage],
  ["credit_card", approvePage, returnFromPage, openDispute],
  ["credit_card", approvePage, returnFromPage, refundUnits],
  ["credit_card", approvePage, passHold, runDueWorkers],
  ["credit_card", delayPage, deliverSome],
  ["credit_card", delayPage, passHold, runDueWorkers],
  ["credit_card", takeCash],
  ["credit_card", confirm, cancelLine, decidePage],
  // The backend does not know yet that the first page was paid.
  ["credit_card", approvePage, passHold, checkOutAgain, approvePage],
  ["credit_card", approvePage, passHold, checkOutAgain, takeCash],
  ["credit_card", approvePage, passHold, checkOutAgain, cancel],
  ["credit_card", approvePage, passHold, checkOutAgain, confirm, cancelLine],
  ["credit_card", approvePage, passHold, changeCart, checkOutAgain],
  ["credit_card", delayPage, passHold, checkOutAgain, approvePage],
  ["credit_card", passHold, runDueWorkers, checkOutAgain, approvePage],
  ["cash"],
  ["cash", takeCash, refundUnits],
];

/** Acts with their weights. */
const WEIGHTED_ACTS: readonly [number, Act][] = [
  [8, deliverSome],
  [4, refundUnits],
  ...[decidePage, runDueWorkers, advanceTime, orderMore, refundAtProvider, finishRefunds].map(
    (act): [number, Act] => [3, act],
  ),
  ...[takeCash, finishDelayed, openDispute, closeDisputes, returnLine].map((act): [number, Act] => [2, act]),
  ...[confirm, cancel, cancelLine, cancelFromPage, shipLine].map((act): [number, Act] => [1, act]),
  ...[failRefundLater, delayRefunds, lackProviderMoney, returnFromPage, showOrderPage, changeCart].map(
    (act): [number, Act] => [1, act],
  ),
];
/** Acts that may run at the same time. */
const CONCURRENT_ACTS: readonly Act[] = [
  ...[
    deliverSome,
    runDueWorkers,
    decidePage,
    orderMore,
    returnFromPage,
    showOrderPage,
    changeCart,
    finishDelayed,
    finishRefunds,
  ],
  ...[confirm, cancel, cancelLine, cancelFromPage, shipLine, returnLine, refundSomeAmount, payAnyway],
];
const actConcurrently: Act = async (run, sale) => {
  const acts = [run.random.pick(CONCURRENT_ACTS), run.random.pick(CONCURRENT_ACTS)];
  run.pastActs.push(...acts.map(({ name }) => `+${name}`));
  await Promise.all(acts.map((act) => act(run, sale)));
};

export const ACTS: readonly Act[] = WEIGHTED_ACTS.flatMap(([times, act]) =>
  Array<Act>(times).fill(act),
).concat(Array<Act>(6).fill(actConcurrently));
