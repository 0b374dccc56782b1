import { Anchor, Text } from "@mantine/core";
import { useState } from "react";
import { Address } from "#console/shared/address.tsx";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Mark } from "#console/shared/mark.tsx";
import { Act, Region } from "#console/shared/page.tsx";
import { tell } from "#console/shared/status.tsx";
import { useMay } from "#console/shared/store.ts";
import { w } from "#console/shared/words.ts";
import { SHIPMENTS } from "../words.ts";
import { AddressDialog } from "./address-dialog.tsx";
import { CHANGES } from "./changes.ts";
import { t } from "./texts.ts";

type Order = Schemas["Order"];
type Shipment = Schemas["Shipment"];

/** The address and the shipments. */
export function Delivery({ order }: { order: Order }) {
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const open = !["cancelled", "completed"].includes(order.status);
  const unsent = order.shipments.every(({ status }) => status === "cancelled");
  const editable = may("updateOrder") && order.shipping_address !== null && open && unsent;
  return (
    <Region title={t.delivery} beside={editable && <Act act={() => setEditing(true)}>{t.editAddress}</Act>}>
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
const ENDED = new Set(["delivered", "returned", "cancelled"]);

function Parcel({ order, shipment }: { order: Order; shipment: Shipment }) {
  const may = useMay();
  const params = { orderId: order.id, shipmentId: shipment.id };
  const update = useWrite("updateShipment", CHANGES);
  const giveBack = useWrite("refundLabel", CHANGES);
  const { status, label_status, label_url, tracking_url, tracking_number, carrier } = shipment;
  const arrive = async () => {
    if (await update.send(params, { status: "delivered", version: order.version })) tell(w.saved);
  };
  const back = async () => {
    const yes = await confirm({ title: t.giveBack, text: t.giveBackText, yes: t.giveBack, danger: true });
    if (yes && (await giveBack.send(params, undefined))) tell(w.saved);
  };
  const error = update.error ?? giveBack.error;
  return (
    <div className="parcel">
      <div>
        <span>{t.shipment(carrier ?? "–")}</span> <Mark of={SHIPMENTS} value={status} />
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
        {may("updateShipment") && !ENDED.has(status) && (
          <Act busy={update.busy} act={() => void arrive()}>
            {t.delivered}
          </Act>
        )}
        {may("refundLabel") && label_status === "purchased" && status === "label_created" && (
          <Act busy={giveBack.busy} act={() => void back()}>
            {t.giveBack}
          </Act>
        )}
      </div>
    </div>
  );
}
