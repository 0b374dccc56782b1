import { answer } from "@storefront-backend/client";
import {
  addToCart,
  currentCart,
  hasVisitedBefore,
  publicClient,
  type Schemas,
  storeId,
} from "#shop/backend.ts";
import { PageError } from "#shop/error-text.ts";
import { money, textOf, timeText } from "#shop/format.ts";
import { html, type Markup } from "#shop/html.ts";
import {
  field,
  inBagMessage,
  onSubmit,
  type Page,
  type PageContext,
  showStatus,
} from "#shop/page-context.ts";

type Day = Schemas["Availability"]["days"][number];

const DAYS = 14;

export const tasting: Page = async (context) => {
  const { language, words } = context;
  const path = { businessId: storeId };
  const services = await answer(
    publicClient.GET("/v1/businesses/{businessId}/services", { params: { path } }),
  );
  const service = services.items.find(({ key }) => key === "tasting");
  if (!service) throw new PageError(words.lost);
  const from = Math.floor(Date.now() / 1000);
  const query = { from: String(from), to: String(from + DAYS * 86_400) };
  const { days } = await answer(
    publicClient.GET("/v1/businesses/{businessId}/services/{serviceId}/availability", {
      params: { path: { ...path, serviceId: service.id }, query },
    }),
  );
  const free = days.filter(({ available }) => available);
  const price = service.prices.find(({ market }) => market === "eu");
  const name = textOf(service.blocks, "name", language) || service.name;
  const body = html`<div class="narrow"><h1 tabindex="-1">${name}</h1><p class="lead">${words.tastingLead}</p>
    <p class="facts"><span>${service.duration / 60} min</span><span>${price && money(price.amount, "EUR", language)}</span></p>
    <form id="book"><fieldset class="days"><legend>${words.pickDay}</legend>
      ${free.map((day, index) => dayChoice(day, index === 0, context))}</fieldset>
      <fieldset class="times"><legend>${words.pickTime}</legend><div id="times">${timeChoices(free[0], context)}</div>
      <p class="soft">${words.allTimes}</p></fieldset>
      <button>${words.addTasting}</button><p role="status"></p></form></div>`;
  return { title: name, body, ready: (main) => onBooking(main, context, service.id, free) };
};

function onBooking(main: HTMLElement, context: PageContext, serviceId: string, days: readonly Day[]): void {
  const form = main.querySelector<HTMLFormElement>("#book");
  if (!form) return;
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "day") return;
    const shown = form.querySelector("#times");
    if (shown)
      shown.innerHTML = timeChoices(
        days.find(({ date }) => date === target.value),
        context,
      ).text;
    showStatus(form.querySelector("[role=status]"), "");
  });
  onSubmit(form, context, async (fields) => {
    const [provider_id = "", start = ""] = field(fields, "slot").split(" ");
    const slots = [{ from: Number(start) }];
    if (await isInBag(provider_id, Number(start))) return context.words.again;
    const cart = await addToCart({ service_id: serviceId, provider_id, slots });
    dispatchEvent(new CustomEvent("cart", { detail: cart.item_count }));
    return inBagMessage(context);
  });
}

/** Whether the bag already has this time of this provider. Checkout would refuse it twice. */
async function isInBag(providerId: string, start: number): Promise<boolean> {
  if (!hasVisitedBefore()) return false;
  const { items } = await currentCart();
  return items.some(({ provider_id, slots }) => provider_id === providerId && slots[0]?.from === start);
}

function dayChoice({ date, slots }: Day, first: boolean, { language }: PageContext): Markup {
  const at = slots[0]?.startTime ?? 0;
  return html`<label class="day"><input type="radio" name="day" value="${date}" ${first && html`checked`}>
    <span class="soft">${timeText(at, language, { weekday: "short" })}</span>
    <span>${timeText(at, language, { day: "numeric", month: "short" })}</span></label>`;
}

function timeChoices(day: Day | undefined, { language, words }: PageContext): Markup {
  if (!day?.slots.length) return html`<p>${words.noTimes}</p>`;
  return html`${day.slots.map(
    ({ providerId, startTime }) =>
      html`<label class="time"><input type="radio" name="slot" value="${providerId} ${startTime}" required>
        <span>${timeText(startTime, language, { hour: "2-digit", minute: "2-digit" })}</span></label>`,
  )}`;
}
