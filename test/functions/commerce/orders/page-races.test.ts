import { expect, test } from "vitest";
import { attempt } from "#core/dynamo/retry.ts";
import { orderWorkers } from "#functions/commerce/orders/workers.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { processDueOrder } from "#lib/commerce/orders/holds.ts";
import { syncPayment } from "#lib/money/payments/sync.ts";
import { openTill } from "#test/proofs/payment-pages.ts";
import { ok } from "#test/support/client.ts";
import { checkout } from "#test/support/orders.ts";
import {
  type Asker,
  BY_CART,
  CANCELS,
  CANCELS_OWN,
  CONFIRMS,
  FORGETS,
  type Placed,
  toldBy,
  unheard,
} from "#test/support/page-askers.ts";
import { decided } from "#test/support/payments.ts";
import { HOUR } from "#test/support/salon.ts";
import { openShop, type Shop, sell, visitorWith } from "#test/support/shop.ts";
import { interposed } from "#test/support/table.ts";
import { testContext, workerContext } from "#test/support/world.ts";

const ASKERS = [...BY_CART, FORGETS, CANCELS, CONFIRMS, CANCELS_OWN];
const LATER = Math.floor(Date.now() / 1000) + HOUR;

interface Race {
  /** How the page stands when it is closed, and what is told of that. */
  stands: "authorized" | "captured";
  /** What happens beside it, before or after that is written. */
  when: "before" | "after";
  meanwhile(at: Placed): Promise<unknown>;
  told: string;
}

const holdEnds = ({ shop, orderId }: Placed) =>
  processDueOrder(
    workerContext(orderWorkers.processDueOrders, () => LATER),
    shop.id,
    orderId,
  );

/** What others can do between the moment in which a page is closed and the one in which that is noted with its order. */
const RACES: Record<string, Race> = {
  "its money does not come after all": {
    stands: "authorized",
    when: "after",
    async meanwhile({ shop, paymentId }) {
      await decided(shop.id, paymentId, "failed");
      await attempt(() => syncPayment(testContext(), { tenant_id: shop.id, payment_id: paymentId, n: 1 }));
    },
    told: "order.payment_failed",
  },
  "its hold ends": { stands: "captured", when: "before", meanwhile: holdEnds, told: "cart.converted" },
  "its hold ends and its goods are gone": {
    stands: "captured",
    when: "before",
    async meanwhile(at) {
      await holdEnds(at);
      const [line] = at.buyer.cart.items;
      const [product_id = "", variant_id = ""] = [line?.product_id ?? "", line?.variant_id ?? ""];
      await ok(products.changeInventory, {
        params: { storeId: at.shop.id, productId: product_id },
        as: at.shop.owner,
        body: { variant_id, delta: -1 },
      });
    },
    told: "order.payment_refused",
  },
};

let goods = 0;

async function placed(shop: Shop) {
  const ring = await sell(shop, `ring-${goods++}`, { amount: 700, units: 1, requires_shipping: false });
  const buyer = await visitorWith(shop, [{ ...ring, quantity: 1 }]);
  const { order_id, payment, checkoutUrl } = await checkout(shop.id, buyer);
  return { shop, buyer, orderId: order_id, paymentId: payment.id ?? "", url: checkoutUrl ?? "" };
}

/** Has an asker close a page while something else happens, once, beside the transaction that notes how the page stood. */
async function race({ run }: Asker, at: Placed, { stands, when, meanwhile }: Race): Promise<void> {
  await decided(at.shop.id, at.paymentId, stands);
  let met = false;
  await interposed(
    async (_, next, input) => {
      const notes = !met && JSON.stringify(input).includes(`payment.${stands}`);
      if (!notes) return next();
      met = true;
      if (when === "before") await meanwhile(at);
      const answer = await next();
      if (when === "after") await meanwhile(at);
      return answer;
    },
    () => run(at),
  );
}

test.for(ASKERS)(
  "$name tells what has become of a page that it closes, also of what became of it meanwhile",
  async (asker) => {
    const shop = await openShop();
    for (const each of Object.values(RACES)) {
      const at = await placed(shop);
      await unheard(shop, () => race(asker, at, each));
      const types = (await toldBy(asker.id, at)).map(({ type }) => type);
      expect(types).toContain(each.told);
    }
  },
);

test("whoever closes a page tells that a bank asks back what was paid on it", async () => {
  const shop = await openShop();
  const till = await openTill(shop.id);
  for (const asker of ASKERS) {
    const at = await placed(shop);
    await till.approve(at.url);
    await till.desk.dispute((await till.session(at.paymentId)).intent ?? "", 700);
    await unheard(shop, () => asker.run(at));
    const types = (await toldBy(asker.id, at)).map(({ type }) => type);
    expect(types, asker.name).toEqual(expect.arrayContaining(["payment.captured", "payment.updated"]));
  }
});
