import { Group, Text } from "@mantine/core";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { money } from "#console/shared/money.ts";
import { Action, Region } from "#console/shared/page.tsx";
import { isAtLeast } from "#console/shared/roles.ts";
import { useMay, useStore } from "#console/shared/store.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { refundableAmount, worthOf } from "../units.ts";
import { ORDER_READS } from "./order-reads.ts";
import { t } from "./texts.ts";

type Order = Schemas["Order"];

export function Returns({ order }: { order: Order }) {
  const may = useMay();
  const { role } = useStore();
  const decide = useWrite("decideReturn", ORDER_READS);
  const requested = order.returns.filter(({ status }) => status === "asked");
  if (requested.length === 0) return null;
  const send = async (returnId: string, status: "received" | "refused") => {
    const body = status === "received" ? { status, restock: true } : { status };
    if (await decide.send({ orderId: order.id, returnId }, body)) showToast(w.saved);
  };
  /** Puts the returned goods into stock, and refunds them. */
  const accept = async (returnId: string, lines: Order["returns"][number]["lines"]) => {
    const sum = money(Math.min(refundableAmount(order), worthOfLines(order, lines)), order.currency);
    if (!(await confirm({ title: t.acceptReturn, text: t.acceptText(sum), yes: t.refundOf(sum) }))) return;
    const body = { status: "received", restock: true, refund: true } as const;
    if (await decide.send({ orderId: order.id, returnId }, body)) showToast(w.saved);
  };
  return (
    <Region title={t.asked}>
      {requested.map(({ id, lines, reason }) => (
        <div key={id} className="parcel">
          <div>
            {lines.map(({ order_item_id, quantity }) => (
              <div key={order_item_id}>
                {quantity} × <bdi>{nameOf(order, order_item_id)}</bdi>
              </div>
            ))}
            {reason && (
              <Text size="sm" className="quiet">
                <bdi>{reason}</bdi>
              </Text>
            )}
          </div>
          {may("decideReturn") && (
            <Group gap="xs">
              {isAtLeast(role, "admin") && (
                <Action primary busy={decide.busy} onClick={() => void accept(id, lines)}>
                  {t.acceptReturn}
                </Action>
              )}
              <Action busy={decide.busy} onClick={() => void send(id, "received")}>
                {t.arrived}
              </Action>
              <Action busy={decide.busy} onClick={() => void send(id, "refused")}>
                {t.refusedReturn}
              </Action>
            </Group>
          )}
        </div>
      ))}
      {decide.error !== undefined && <Failure error={decide.error} />}
    </Region>
  );
}

function nameOf({ items }: Order, id: string): string {
  return items.find((item) => item.id === id)?.snapshot.name ?? id;
}

function worthOfLines({ items }: Order, lines: Order["returns"][number]["lines"]): number {
  return lines.reduce((sum, { order_item_id, quantity }) => {
    const item = items.find(({ id }) => id === order_item_id);
    return sum + (item ? worthOf(item, quantity) : 0);
  }, 0);
}
