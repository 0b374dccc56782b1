import { Anchor, Text } from "@mantine/core";
import { useState } from "react";
import { Address } from "#console/shared/address.tsx";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Action, Region } from "#console/shared/page.tsx";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { useMay } from "#console/shared/store.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { SHIPMENTS } from "../words.ts";
import { AddressDialog } from "./address-dialog.tsx";
import { ORDER_READS } from "./order-reads.ts";
import { t } from "./texts.ts";

type Order = Schemas["Order"];
type Shipment = Schemas["Shipment"];

export function Delivery({ order }: { order: Order }) {
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const open = !["cancelled", "completed"].includes(order.status);
  const unsent = order.shipments.every(({ status }) => status === "cancelled");
  const editable = may("updateOrder") && order.shipping_address !== null && open && unsent;
  return (
    <Region
      title={t.delivery}
      beside={editable && <Action onClick={() => setEditing(true)}>{t.editAddress}</Action>}
    >
      {order.shipping_address ? <Address of={order.shipping_address} /> : <Text>{t.noAddress}</Text>}
      {order.shipping_lines.map(({ id, name, title }) => (
        <Text key={id} mt="xs">
          {title || name}
        </Text>
      ))}
      {order.shipments.map((shipment) => (
        <Parcel key={shipment.id} order={order} shipment={shipment} />
      ))}
      {editing && <AddressDialog order={order} close={() => setEditing(false)} />}
    </Region>
  );
}

/** The final states of a shipment. */
const FINAL_STATUSES = new Set(["delivered", "returned", "cancelled"]);

function Parcel({ order, shipment }: { order: Order; shipment: Shipment }) {
  const may = useMay();
  const params = { orderId: order.id, shipmentId: shipment.id };
  const update = useWrite("updateShipment", ORDER_READS);
  const refund = useWrite("refundLabel", ORDER_READS);
  const { status, label_status, label_url, tracking_url, tracking_number, carrier } = shipment;
  const markDelivered = async () => {
    if (await update.send(params, { status: "delivered", version: order.version })) showToast(w.saved);
  };
  const refundLabel = async () => {
    const yes = await confirm({ title: t.giveBack, text: t.giveBackText, yes: t.giveBack, danger: true });
    if (yes && (await refund.send(params, undefined))) showToast(w.saved);
  };
  const error = update.error ?? refund.error;
  return (
    <div className="parcel">
      <div>
        <span>{t.shipment(carrier ?? "–")}</span> <StatusBadge choices={SHIPMENTS} value={status} />
        <div className="quiet">
          {tracking_url ? (
            <Anchor href={tracking_url} target="_blank" rel="noopener noreferrer">
              <bdi>{tracking_number ?? tracking_url}</bdi>
            </Anchor>
          ) : (
            <bdi>{tracking_number}</bdi>
          )}
        </div>
        {label_status === "unknown" && <Text size="sm">{t.labelUnknown}</Text>}
        {label_url && (
          <Anchor href={label_url} target="_blank" rel="noopener noreferrer">
            {t.label}
          </Anchor>
        )}
        {error !== undefined && <Failure error={error} />}
      </div>
      <div className="page-actions">
        {may("updateShipment") && !FINAL_STATUSES.has(status) && (
          <Action busy={update.busy} onClick={() => void markDelivered()}>
            {t.delivered}
          </Action>
        )}
        {may("refundLabel") && label_status === "purchased" && status === "label_created" && (
          <Action busy={refund.busy} onClick={() => void refundLabel()}>
            {t.giveBack}
          </Action>
        )}
      </div>
    </div>
  );
}
