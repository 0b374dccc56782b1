import { CreatePromoCode } from "#console/generated/schemas.ts";
import { type Field, fieldsOf } from "#console/shared/fields.ts";
import { count } from "#console/shared/money.ts";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { dayText } from "#console/shared/time.ts";
import { type Promo, ruleOf } from "./rules.ts";
import { discountText, STATUSES } from "./words.ts";

const f = fieldsOf<Promo>(CreatePromoCode);

export const PROMO_FIELDS = f.record(
  [
    f.text("code", { label: ["Code", "Code"] }),
    f.choice("status", {
      label: ["Status", "Status"],
      list: true,
      choices: STATUSES,
      filter: { by: "status" },
      show: ({ status }) => <StatusBadge choices={STATUSES} value={status} />,
    }),
    f.text("discounts", { label: ["Discount", "Rabatt"] }),
    f.text("conditions", { label: ["Period", "Zeitraum"] }),
    f.number("uses", {
      label: ["Uses", "Einlösungen"],
      list: true,
      show: (promo) => {
        const most = ruleOf(promo, "max_uses");
        return most === undefined ? count(promo.uses) : `${count(promo.uses)} / ${count(most)}`;
      },
    }),
    f.time("created_at", { label: ["Created", "Angelegt"], list: "hidden" }),
  ],
  ["id", "store_id", "updated_at", "version"],
);

/** What the columns show beside the promo code's own fields. */
export interface PromoColumnData {
  zone: string;
  currencyOf: (market: string) => string | undefined;
  /** The revenue of a code as a text; undefined until it is read. */
  revenueOf: (code: string) => string | undefined;
}

export function promoColumns({ zone, currencyOf, revenueOf }: PromoColumnData): readonly Field<Promo>[] {
  return [
    { ...PROMO_FIELDS.discounts, list: true, show: (promo) => discountText(promo, currencyOf) },
    { ...PROMO_FIELDS.conditions, list: true, show: (promo) => periodText(promo, zone) },
    PROMO_FIELDS.status,
    PROMO_FIELDS.uses,
    {
      ...f.money("uses", { label: ["Revenue, 90 days", "Umsatz, 90 Tage"], list: true }),
      name: "revenue",
      show: ({ code }) => revenueOf(code) ?? "–",
    },
    PROMO_FIELDS.created_at,
  ];
}

function periodText(promo: Promo, zone: string): string {
  const { start, end } = ruleOf(promo, "date_range") ?? {};
  if (start == null && end == null) return "–";
  return [start, end].map((each) => (each == null ? "" : dayText(each, zone))).join(" – ");
}
