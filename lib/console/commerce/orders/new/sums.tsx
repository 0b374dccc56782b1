import { Text } from "@mantine/core";
import type { Schemas } from "#console/shared/api/types.ts";
import { money } from "#console/shared/money.ts";
import { DescriptionList } from "#console/shared/page.tsx";
import { t } from "./texts.ts";

export function Sums({ quote, busy }: { quote: Schemas["CartQuote"] | undefined; busy: boolean }) {
  if (!quote) return <Text>{t.noSums}</Text>;
  const sum = (amount: number) => money(amount, quote.currency);
  return (
    <div aria-busy={busy} data-busy={busy || undefined}>
      <DescriptionList
        items={[
          [t.subtotal, sum(quote.subtotal)],
          [t.discount, quote.discount > 0 ? `−${sum(quote.discount)}` : undefined],
          [t.shipping, quote.shipping_method ? sum(quote.shipping) : undefined],
          [t.tax, sum(quote.tax)],
          [t.total, <strong key="total">{sum(quote.total)}</strong>],
        ]}
      />
    </div>
  );
}
