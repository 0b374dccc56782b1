import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Schemas } from "#console/shared/api/types.ts";
import { money } from "#console/shared/money.ts";
import { Action, Region } from "#console/shared/page.tsx";
import { w } from "#console/shared/words.ts";
import { AddItem } from "./add-item.tsx";
import type { Draft } from "./draft.ts";
import type { Good } from "./goods.ts";
import { t } from "./texts.ts";

interface LinesProps {
  draft: Draft;
  change: (next: Partial<Draft>) => void;
  quote: Schemas["CartQuote"] | undefined;
}

/** The items of the order. An item that is not available says why. */
export function Lines({ draft: { lines }, change, quote }: LinesProps) {
  const add = (good: Good) => {
    const exists = lines.some(({ variant_id }) => variant_id === good.variant_id);
    change({
      lines: exists
        ? lines.map((line) =>
            line.variant_id === good.variant_id ? { ...line, quantity: line.quantity + 1 } : line,
          )
        : [...lines, { ...good, quantity: 1 }],
    });
  };
  const setQuantity = (id: string, quantity: number) =>
    change({ lines: lines.map((line) => (line.variant_id === id ? { ...line, quantity } : line)) });
  return (
    <Region title={t.items}>
      <Stack>
        {lines.map(({ variant_id, name, quantity }) => {
          const quoted = quote?.items.find((item) => item.variant_id === variant_id);
          const refused = quoted && !quoted.availability.ok ? quoted.availability : undefined;
          return (
            <div key={variant_id} className="parcel">
              <div>
                <bdi className="strong">{name}</bdi>
                {quoted && quote && (
                  <Text size="sm" className="quiet">
                    {money(quoted.money.unit_price, quote.currency)} ·{" "}
                    {money(quoted.money.total, quote.currency)}
                  </Text>
                )}
                {refused && (
                  <Text size="sm" className="bad" role="alert">
                    {t.refused(refused.reason ?? "", refused.available)}
                  </Text>
                )}
              </div>
              <div className="page-actions">
                <Quantity
                  name={t.quantityOf(name)}
                  value={quantity}
                  set={(next) => setQuantity(variant_id, next)}
                />
                <Action
                  onClick={() => change({ lines: lines.filter((line) => line.variant_id !== variant_id) })}
                >
                  {w.remove}
                </Action>
              </div>
            </div>
          );
        })}
        <AddItem add={add} />
      </Stack>
    </Region>
  );
}

/** An input for a quantity, which may be empty until it loses the focus. */
function Quantity({ name, value, set }: { name: string; value: number; set: (quantity: number) => void }) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      min={1}
      w={90}
      aria-label={name}
      value={typed ?? String(value)}
      onChange={(event) => {
        const quantity = Math.trunc(Number(event.currentTarget.value));
        setTyped(event.currentTarget.value);
        if (quantity > 0) set(quantity);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
