import type { RawReply } from "#core/http/reply.ts";
import { moneyText } from "#lib/money/money/currency.ts";
import { htmlPage } from "./page.ts";

interface Charge {
  status: keyof typeof STATES;
  amount: number;
  currency: string;
  lines: { name: string; quantity: number; amount: number }[];
}

const STATES = {
  open: "Nothing is charged here: choose how this payment should end.",
  approved: "This payment was approved. You can close this page.",
  declined: "This payment was declined. You can close this page.",
  delayed: "This payment is on its way and goes through within two minutes. You can close this page.",
  closed: "This page was closed by the shop. Nothing was charged.",
  expired: "The time to pay is over. Nothing was charged.",
};

/** The sandbox's payment page: no script, nothing from elsewhere. */
export function checkoutPage({ status, amount, currency, lines }: Charge): RawReply {
  const rows = lines.map(
    (line) =>
      `<tr><td>${escapeHtml(line.name)}${line.quantity > 1 ? ` × ${line.quantity}` : ""}</td><td>${moneyText(line.amount, currency)}</td></tr>`,
  );
  const buttons = `<form method="post"><button name="decision" value="approve" class="go">Pay ${moneyText(amount, currency)}</button><button name="decision" value="delay">Pay, settled later</button><button name="decision" value="decline">Decline</button></form>`;
  return htmlPage(
    "Sandbox payment",
    `<p class="tag">Sandbox</p><h1>${moneyText(amount, currency)}</h1><p>${STATES[status]}</p><table>${rows.join("")}<tr><th>Total</th><th>${moneyText(amount, currency)}</th></tr></table>${status === "open" ? buttons : ""}`,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
