import { Group, Text } from "@mantine/core";
import { customerPath, ORDERS } from "#console/commerce/links.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { money } from "#console/shared/money.ts";
import { DescriptionList, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { useStore } from "#console/shared/store.ts";
import { StoreLink } from "#console/shared/store-link.tsx";
import { say } from "#console/shared/texts.ts";
import { inBothZones } from "#console/shared/time.ts";
import { usePathParam } from "#console/shared/url-params.ts";
import { refundableAmount } from "../units.ts";
import { FULFILMENTS, HISTORY_ACTIONS, PAYMENTS, STATUSES } from "../words.ts";
import { Actions } from "./actions.tsx";
import { Delivery } from "./delivery.tsx";
import { Notes } from "./notes.tsx";
import { Returns } from "./returns.tsx";
import { t } from "./texts.ts";

type Order = Schemas["Order"];

/** Milliseconds between two reads, because payments and carriers change an open order. */
const REFRESH_MS = 30_000;

export function Page() {
  const id = usePathParam("id");
  const order = useRead("getOrder", { orderId: id }, undefined, { every: REFRESH_MS });
  const title = order.data ? t.title(order.data.number) : t.title("…");
  return (
    <Frame
      title={title}
      back={{ to: ORDERS, name: t.orders }}
      beside={order.data && <StatusBadge choices={STATUSES} value={order.data.status} />}
      actions={order.data && <Actions order={order.data} />}
    >
      <ReadView of={order} lines={10} notFoundPage>
        {(data) => <OrderDetails order={data} />}
      </ReadView>
    </Frame>
  );
}

function OrderDetails({ order }: { order: Order }) {
  return (
    <div className="columns">
      <div>
        <Items order={order} />
        <Returns order={order} />
        <Payment order={order} />
        <Timeline order={order} />
      </div>
      <div>
        <Customer order={order} />
        <Delivery order={order} />
        <Notes order={order} />
      </div>
    </div>
  );
}

function Items({ order }: { order: Order }) {
  const { timezone } = useStore();
  return (
    <Region title={t.items} beside={<StatusBadge choices={FULFILMENTS} value={order.fulfillment_status} />}>
      <ul className="plain lines">
        {order.items.map((item) => (
          <li key={item.id}>
            <div>
              <bdi className="strong">{item.snapshot.name}</bdi>
              <Text size="sm" className="quiet">
                {[
                  item.snapshot.sku,
                  item.from === null ? null : t.appointment(inBothZones(item.from, timezone)),
                  item.fulfilled_quantity > 0 ? t.fulfilled(item.fulfilled_quantity) : null,
                  item.returned_quantity > 0 ? t.returned(item.returned_quantity) : null,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            </div>
            <div className="number">
              {item.quantity - item.cancelled_quantity} × {money(item.money.unit_price, order.currency)}
            </div>
            <div className="number strong">{money(item.money.total, order.currency)}</div>
          </li>
        ))}
      </ul>
    </Region>
  );
}

function Payment({ order }: { order: Order }) {
  const { payment, currency } = order;
  const sum = (amount: number) => money(amount, currency);
  const leftAmount = refundableAmount(order);
  const amountDue =
    payment.status === "pending" || order.to_do.includes("pay") ? order.total - payment.captured : 0;
  return (
    <Region title={t.payment} beside={<StatusBadge choices={PAYMENTS} value={order.payment_status} />}>
      <DescriptionList
        items={[
          [t.subtotal, sum(order.subtotal)],
          [t.discount, order.discount > 0 ? `−${sum(order.discount)}` : undefined],
          [t.shipping, order.shipping_lines.length > 0 ? sum(order.shipping) : undefined],
          [order.tax_inclusive ? t.taxIncluded : t.tax, sum(order.tax)],
          [t.total, <strong key="total">{sum(order.total)}</strong>],
          [t.paid, sum(payment.captured)],
          [
            t.refunded,
            payment.refunded + payment.refund_pending > 0
              ? `−${sum(payment.refunded + payment.refund_pending)}`
              : undefined,
          ],
        ]}
      />
      <Group mt="sm" gap="lg">
        {amountDue > 0 && <Text size="sm">{t.unpaidLeft(sum(amountDue))}</Text>}
        {leftAmount > 0 && (
          <Text size="sm" className="quiet">
            {t.leftToRefund(sum(leftAmount))}
          </Text>
        )}
      </Group>
    </Region>
  );
}

function Customer({ order }: { order: Order }) {
  const name = order.customer_name ?? order.email ?? "–";
  return (
    <Region title={t.customer}>
      <bdi className="strong">
        {order.customer_id ? <StoreLink to={customerPath(order.customer_id)}>{name}</StoreLink> : name}
      </bdi>
      {order.email && (
        <div>
          <a href={`mailto:${order.email}`}>
            <bdi>{order.email}</bdi>
          </a>
        </div>
      )}
    </Region>
  );
}

function Timeline({ order }: { order: Order }) {
  const { timezone } = useStore();
  return (
    <Region title={t.timeline}>
      <ol className="plain timeline">
        {order.history.toReversed().map(({ action, reason, timestamp }) => (
          <li key={`${timestamp} ${action} ${reason}`}>
            <time className="quiet">{inBothZones(timestamp, timezone)}</time>
            <span>
              {actionText(action)}
              {reason && (
                <>
                  : <bdi>{reason}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Region>
  );
}

function actionText(action: string): string {
  const words = HISTORY_ACTIONS.find(([each]) => each === action)?.[1];
  return words ? say(words) : action.replaceAll("_", " ");
}
