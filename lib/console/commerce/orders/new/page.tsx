import { Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { ORDERS, orderPath } from "#console/commerce/links.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import { Failure } from "#console/shared/failure.tsx";
import { draftOf, dropDraft, storeDraft } from "#console/shared/form/draft.ts";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { useStoreNavigate } from "#console/shared/store-link.tsx";
import { showToast } from "#console/shared/toast.tsx";
import { Buyer } from "./buyer.tsx";
import { type Draft, EMPTY_DRAFT, quoteRequest } from "./draft.ts";
import { Lines } from "./lines.tsx";
import { useQuote } from "./quote.ts";
import { Sums } from "./sums.tsx";
import { t } from "./texts.ts";

export function Page() {
  const markets = useRead("listMarkets", {});
  return (
    <Frame title={t.title} back={{ to: ORDERS, name: t.orders }}>
      <ReadView of={markets} lines={8}>
        {({ items }) => <NewOrder markets={items} />}
      </ReadView>
    </Frame>
  );
}

type NewOrderProps = { markets: readonly { key: string; currency: string }[] };

/** Places an order that came by telephone or over the counter. */
function NewOrder({ markets }: NewOrderProps) {
  const may = useMay();
  const go = useStoreNavigate();
  const { accountId, id } = useStore();
  const draftName = `${accountId}:${id}:order:new`;
  const [draft, setDraft] = useState<Draft>(() => ({
    ...EMPTY_DRAFT,
    market: markets[0]?.key ?? "",
    ...draftOf(draftName),
  }));
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const touched = draft.lines.length > 0 || draft.email !== "";
  useEffect(() => {
    if (touched) storeDraft(draftName, { ...draft });
    else dropDraft(draftName);
  }, [draft, touched, draftName]);
  const quote = useQuote(draft, may("quoteOrder"));
  const create = useWrite("createOrder", ["listOrders", "listCustomers"]);
  const hasUnavailable = quote.data?.items.some(({ availability }) => !availability.ok) ?? false;
  const ready =
    draft.lines.length > 0 && draft.email.trim() !== "" && quote.settled && !quote.isError && !hasUnavailable;
  // The total that the user saw when they pressed the button while a newer quote was loading. The order is
  // placed only if the newer quote has an equal total.
  const [confirmedTotal, setConfirmedTotal] = useState<number>();
  useEffect(() => {
    if (confirmedTotal === undefined || !quote.settled) return;
    setConfirmedTotal(undefined);
    if (ready && quote.data?.total === confirmedTotal) void submit();
  });
  const submit = async () => {
    const request = quoteRequest(draft);
    if (!quote.settled && quote.data) return setConfirmedTotal(quote.data.total);
    if (!request || !ready || !quote.data) return;
    const { shipping_method, payment_method, total } = quote.data;
    const placed = await create.send(
      {},
      {
        ...request,
        email: draft.email.trim(),
        amount: total,
        ...(shipping_method ? { shipping_method_id: shipping_method.id } : {}),
        ...(payment_method ? { payment_method_key: payment_method.key } : {}),
      },
    );
    if (!placed) return;
    dropDraft(draftName);
    showToast(t.created(placed.number));
    await go(orderPath(placed.order_id), { ignoreBlocker: true });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="columns">
        <div>
          <Lines draft={draft} change={change} quote={quote.data} />
          <Buyer draft={draft} change={change} markets={markets} quote={quote.data} />
        </div>
        <Region title={t.sums}>
          <Stack>
            {quote.error && <Failure error={quote.error} retry={() => void quote.refetch()} />}
            <Sums quote={quote.data} busy={!quote.settled} />
            {create.error !== undefined && <Failure error={create.error} retry={() => void submit()} />}
            {may("createOrder") && (
              <Action submit primary busy={create.busy || confirmedTotal !== undefined}>
                {t.create}
              </Action>
            )}
            {!ready && <div className="quiet">{missingText(draft, hasUnavailable)}</div>}
          </Stack>
        </Region>
      </div>
    </form>
  );
}

function missingText({ lines, email }: Draft, hasUnavailable: boolean): string {
  if (lines.length === 0) return t.needsItem;
  if (email.trim() === "") return t.needsEmail;
  return hasUnavailable ? t.needsFit : t.reckoning;
}
