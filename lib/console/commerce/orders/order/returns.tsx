import { Group, Text } from "@mantine/core";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { money } from "#console/shared/money.ts";
import { Act, Region } from "#console/shared/page.tsx";
import { isAtLeast } from "#console/shared/roles.ts";
import { tell } from "#console/shared/status.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { w } from "#console/shared/words.ts";
import { refundable, worthOf } from "../units.ts";
import { CHANGES } from "./changes.ts";
import { t } from "./texts.ts";

type Order = Schemas["Order"];

/** Requested returns, with the possible decisions. */
export function Returns({ order }: { order: Order }) {
  const may = useMay();
  const { role } = useStore();
  const decide = useWrite("decideReturn", CHANGES);
  const asked = order.returns.filter(({ status }) => status === "asked");
  if (asked.length === 0) return null;
  const send = async (returnId: string, status: "received" | "refused") => {
    const body = status === "received" ? { status, restock: true } : { status };
    if (await decide.send({ orderId: order.id, returnId }, body)) tell(w.saved);
  };
  /** Takes the goods into stock and refunds them. */
  const accept = async (returnId: string, lines: Order["returns"][number]["lines"]) => {
    const sum = money(Math.min(refundable(order), worthOfLines(order, lines)), order.currency);
    if (!(await confirm({ title: t.acceptReturn, text: t.acceptText(sum), yes: t.refundOf(sum) }))) return;
    const body = { status: "received", restock: true, refund: true } as const;
    if (await decide.send({ orderId: order.id, returnId }, body)) tell(w.saved);
  };
  return (
    <Region title={t.asked}>
      {asked.map(({ id, lines, reason }) => (
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
                <Act primary busy={decide.busy} act={() => void accept(id, lines)}>
                  {t.acceptReturn}
                </Act>
              )}
              <Act busy={decide.busy} act={() => void send(id, "received")}>
                {t.arrived}
              </Act>
              <Act busy={decide.busy} act={() => void send(id, "refused")}>
                {t.refusedReturn}
              </Act>
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
