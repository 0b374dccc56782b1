import { Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { ORDERS, orderPath } from "#console/commerce/links.ts";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import { Failure } from "#console/shared/failure.tsx";
import { draftOf, dropDraft, keepDraft } from "#console/shared/form/draft.ts";
import { useGo } from "#console/shared/go.tsx";
import { Loaded } from "#console/shared/loaded.tsx";
import { Act, Page as Frame, Region } from "#console/shared/page.tsx";
import { tell } from "#console/shared/status.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { Buyer } from "./buyer.tsx";
import { askedOf, type Draft, EMPTY } from "./draft.ts";
import { Lines } from "./lines.tsx";
import { useQuote } from "./quote.ts";
import { Sums } from "./sums.tsx";
import { t } from "./texts.ts";

export function Page() {
  const markets = useRead("listMarkets", {});
  return (
    <Frame title={t.title} back={{ to: ORDERS, name: t.orders }}>
      <Loaded of={markets} lines={8}>
        {({ items }) => <NewOrder markets={items} />}
      </Loaded>
    </Frame>
  );
}

interface NewOrderProps {
  markets: readonly { key: string; currency: string }[];
}

/** For orders by telephone or over the counter. */
function NewOrder({ markets }: NewOrderProps) {
  const may = useMay();
  const go = useGo();
  const { accountId, id } = useStore();
  const kept = `${accountId}:${id}:order:new`;
  const [draft, setDraft] = useState<Draft>(() => ({
    ...EMPTY,
    market: markets[0]?.key ?? "",
    ...draftOf(kept),
  }));
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const touched = draft.lines.length > 0 || draft.email !== "";
  useEffect(() => {
    if (touched) keepDraft(kept, { ...draft });
    else dropDraft(kept);
  }, [draft, touched, kept]);
  const quote = useQuote(draft, may("quoteOrder"));
  const create = useWrite("createOrder", ["listOrders", "listCustomers"]);
  const unfit = quote.data?.items.some(({ availability }) => !availability.ok) ?? false;
  const ready =
    draft.lines.length > 0 && draft.email.trim() !== "" && quote.settled && !quote.isError && !unfit;
  // The total at a press while the quote was out of date. The order is placed if the new quote has the same
  // total.
  const [wanted, setWanted] = useState<number>();
  useEffect(() => {
    if (wanted === undefined || !quote.settled) return;
    setWanted(undefined);
    if (ready && quote.data?.total === wanted) void submit();
  });
  const submit = async () => {
    const asked = askedOf(draft);
    if (!quote.settled && quote.data) return setWanted(quote.data.total);
    if (!asked || !ready || !quote.data) return;
    const { shipping_method, payment_method, total } = quote.data;
    const made = await create.send(
      {},
      {
        ...asked,
        email: draft.email.trim(),
        amount: total,
        ...(shipping_method ? { shipping_method_id: shipping_method.id } : {}),
        ...(payment_method ? { payment_method_key: payment_method.key } : {}),
      },
    );
    if (!made) return;
    dropDraft(kept);
    tell(t.created(made.number));
    await go(orderPath(made.order_id), { unasked: true });
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
            {quote.error && <Failure error={quote.error} again={() => void quote.refetch()} />}
            <Sums quote={quote.data} busy={!quote.settled} />
            {create.error !== undefined && <Failure error={create.error} again={() => void submit()} />}
            {may("createOrder") && (
              <Act submit primary busy={create.busy || wanted !== undefined}>
                {t.create}
              </Act>
            )}
            {!ready && <div className="quiet">{missingOf(draft, unfit)}</div>}
          </Stack>
        </Region>
      </div>
    </form>
  );
}

function missingOf({ lines, email }: Draft, unfit: boolean): string {
  if (lines.length === 0) return t.needsItem;
  if (email.trim() === "") return t.needsEmail;
  return unfit ? t.needsFit : t.reckoning;
}
