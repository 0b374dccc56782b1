import { UpdateService } from "#console/generated/schemas.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { fieldsOf } from "#console/shared/fields.ts";
import { count, money } from "#console/shared/money.ts";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { w } from "#console/shared/words.ts";
import { STATES } from "./states.ts";

type Service = Schemas["Service"];
const f = fieldsOf<Service>(UpdateService);

export const NAME = f.text("name", { label: ["Name", "Name"] });
export const DESCRIPTION = f.lines("description", { label: ["Description", "Beschreibung"] });
export const STATUS = f.choice("status", {
  label: ["Status", "Status"],
  list: true,
  choices: STATES,
  filter: { by: "status" },
  show: ({ status }) => <StatusBadge choices={STATES} value={status} />,
});
export const DURATIONS = {
  ...f.number("durations", {
    label: ["Duration", "Dauer"],
    list: true,
    show: ({ durations }) => stepsText(durations),
  }),
  text: stepsText,
};
export const PRICES = {
  ...f.text("prices", { label: ["Prices", "Preise"], list: true, show: ({ prices }) => pricesText(prices) }),
  text: pricesText,
};
export const PROVIDERS = f.tags("providerIds", {
  label: ["Providers", "Mitarbeitende"],
  list: true,
  show: ({ providerIds }) => providerIds.length,
});
export const APPROVAL = f.check("isApprovalRequired", {
  label: ["Every booking waits until it is confirmed", "Jede Buchung wartet auf eine Bestätigung"],
});
export const INTERVAL = f.number("slotInterval", {
  label: ["Minutes between two starts", "Minuten zwischen zwei Anfängen"],
  help: ["Empty: as long as the service takes", "Leer: so lange, wie die Leistung dauert"],
});

export const SERVICE_FIELDS = [STATUS, DURATIONS, PRICES, PROVIDERS];
export const FORM_FIELDS = [NAME, DESCRIPTION, STATUS, DURATIONS, PRICES, APPROVAL, INTERVAL, PROVIDERS];

function stepsText(value: unknown): string {
  const steps: { duration: number; isPause?: boolean }[] = Array.isArray(value) ? value : [];
  return steps.map(({ duration, isPause }) => `${duration} min${isPause ? " –" : ""}`).join(" + ") || w.none;
}

function pricesText(value: unknown): string {
  const prices: Service["prices"] = Array.isArray(value) ? value : [];
  const texts = prices.map(({ amount, currency, market }) =>
    currency ? money(amount, currency) : `${count(amount)} (${market})`,
  );
  return texts.join(", ") || w.none;
}
