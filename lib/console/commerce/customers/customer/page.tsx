import { Text } from "@mantine/core";
import { useState } from "react";
import { CUSTOMERS, orderPath } from "#console/commerce/links.ts";
import { Address } from "#console/shared/address.tsx";
import { read, write } from "#console/shared/api/call.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DeleteButton } from "#console/shared/dialog.tsx";
import { Form } from "#console/shared/form/form.tsx";
import { Inputs } from "#console/shared/form/inputs.tsx";
import { useRecordForm } from "#console/shared/form/record-form.ts";
import { FieldValue } from "#console/shared/list/rows.tsx";
import { money } from "#console/shared/money.ts";
import { Action, DescriptionList, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { StoreLink } from "#console/shared/store-link.tsx";
import { say } from "#console/shared/texts.ts";
import { dayText } from "#console/shared/time.ts";
import { usePathParam } from "#console/shared/url-params.ts";
import { CUSTOMER_FIELDS as F } from "../fields.tsx";
import { Encounters } from "./encounters.tsx";
import { ExportData } from "./export.tsx";
import { Merge } from "./merge.tsx";
import { Notes } from "./notes.tsx";
import { t } from "./texts.ts";

type Customer = Schemas["Customer"];
const FORM_FIELDS = [F.name, F.email, F.phone, F.language, F.tags];

export function Page() {
  const id = usePathParam("id");
  const customer = useRead("getCustomer", { contactId: id });
  const { name, email, phone } = customer.data ?? {};
  return (
    <Frame
      title={name || email || phone || t.nameless}
      back={{ to: CUSTOMERS, name: t.customers }}
      actions={customer.data && <Actions customer={customer.data} />}
    >
      <ReadView of={customer} notFoundPage>
        {(data) => (
          <div className="columns">
            <div>
              <Contact customer={data} />
              <Orders id={id} />
              <Encounters id={id} />
            </div>
            <div>
              <Notes customer={data} />
              <Consent customer={data} />
            </div>
          </div>
        )}
      </ReadView>
    </Frame>
  );
}

function Contact({ customer }: { customer: Customer }) {
  const may = useMay();
  return (
    <Region title={t.contact}>
      {may("updateCustomer") ? (
        <Edit customer={customer} />
      ) : (
        <DescriptionList
          items={FORM_FIELDS.map((field) => [
            say(field.label),
            <FieldValue key={field.name} field={field} record={customer} />,
          ])}
        />
      )}
      {customer.addresses.map((address) => (
        <Address key={JSON.stringify(address)} of={address} />
      ))}
    </Region>
  );
}

function Edit({ customer }: { customer: Customer }) {
  const { id: store } = useStore();
  const contactId = customer.id;
  const form = useRecordForm<Customer>({
    name: `customer:${contactId}`,
    record: customer,
    values: (record) => ({
      name: record?.name ?? "",
      email: record?.email ?? "",
      phone: record?.phone ?? "",
      language: record?.language ?? "",
      tags: record?.tags ?? [],
    }),
    save: ({ changes, base, key }) => {
      const sent = Object.fromEntries(
        Object.entries(changes).map(([name, value]) => [name, value === "" ? null : value]),
      );
      return write("updateCustomer", store, { contactId }, { ...sent, version: base?.version ?? 0 }, key);
    },
    reread: () => read("getCustomer", store, { contactId }),
    saved: () => void invalidateReads(store, ["getCustomer", "listCustomers"]),
  });
  return (
    <Form form={form} fields={F.all}>
      <Inputs of={FORM_FIELDS} />
    </Form>
  );
}

function Orders({ id }: { id: string }) {
  const { timezone } = useStore();
  const orders = useRead("listOrders", {}, { customer_id: id, limit: "10" } as never);
  return (
    <Region title={t.orders}>
      <ReadView of={orders}>
        {({ items }) =>
          items.length === 0 ? (
            <Text>{t.noOrders}</Text>
          ) : (
            <ul className="plain lines">
              {items.map((order) => (
                <li key={order.id}>
                  <StoreLink to={orderPath(order.id)}>#{order.number}</StoreLink>
                  <time className="quiet">{dayText(order.created_at, timezone)}</time>
                  <span className="number">{money(order.total, order.currency)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </ReadView>
    </Region>
  );
}

function Consent({ customer }: { customer: Customer }) {
  const { timezone } = useStore();
  return (
    <Region title={t.consent}>
      {customer.consents.length === 0 ? (
        <Text>{t.noConsent}</Text>
      ) : (
        <DescriptionList
          items={customer.consents.map(({ channel, state, at }) => [
            t.channel(channel),
            `${state === "granted" ? t.granted : t.withdrawn}, ${dayText(at, timezone)}`,
          ])}
        />
      )}
    </Region>
  );
}

function Actions({ customer }: { customer: Customer }) {
  const may = useMay();
  const [merging, setMerging] = useState(false);
  return (
    <>
      {may("mergeCustomers") && <Action onClick={() => setMerging(true)}>{t.merge}</Action>}
      <ExportData customer={customer} />
      <Delete customer={customer} />
      {merging && <Merge customer={customer} close={() => setMerging(false)} />}
    </>
  );
}

function Delete({ customer }: { customer: Customer }) {
  const may = useMay();
  const remove = useWrite("deleteContact", ["listCustomers"]);
  const send = () => remove.send({ contactId: customer.id }, undefined);
  const words = { title: t.deleteCustomer, text: t.deleteText, done: t.deleted };
  return may("deleteContact") && <DeleteButton write={remove} send={send} {...words} to={CUSTOMERS} />;
}
