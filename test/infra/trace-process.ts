import { startStack } from "#infra/local/stack.ts";
import { BY_CASH, checkout, pay } from "#test/support/orders.ts";
import { openShop, visitorWithCart } from "#test/support/shop.ts";

// Two shops that sell once each, on their own stack, whose log is this process's output.
const stack = await startStack({ environment: { LOG_LEVEL: "INFO", LOCAL_PATIENCE: "30" } });
const [byCard, inCash] = [await openShop(), await openShop()];
const paid = await checkout(byCard.id, await visitorWithCart(byCard, [{ ...byCard.mug, quantity: 1 }]));
await pay(paid.checkoutUrl);
const unpaid = await checkout(
  inCash.id,
  await visitorWithCart(inCash, [{ ...inCash.mug, quantity: 1 }]),
  BY_CASH,
);
await stack.drain();
process.send?.([
  { store: byCard.id, number: paid.number },
  { store: inCash.id, number: unpaid.number },
]);
await stack.stop();
process.exit();
