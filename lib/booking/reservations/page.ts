import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { html, type SafeHtml } from "#core/html.ts";
import { confirmCancelForm, htmlPage, pageBadge, tableRow } from "#core/http/html-page.ts";
import type { RawReply } from "#core/http/reply.ts";
import { DAY } from "#core/seconds.ts";
import { clockText, dayText, spanText } from "#core/texts/format.ts";
import type { Language } from "#core/texts/language.ts";
import { listAvailableSlots } from "#lib/booking/bookables/availability.ts";
import { formatMoney } from "#lib/money/money/currency.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { changeByLink } from "./change.ts";
import { RESERVATION } from "./errors.ts";
import { reservationIdsOfToken } from "./page-link.ts";
import type { Reservation, Status } from "./schema.ts";
import { customerMayCancel, isOpenStatus } from "./states.ts";
import { reservations } from "./table.ts";
import { reservationTexts } from "./texts.ts";

const DAYS_AHEAD = 14;
const MAX_TIMES = 500;

/** The customer's page of a reservation, with what can still be changed. */
export async function showReservationPage(ctx: Context, token: string): Promise<RawReply> {
  return renderPage(ctx, await openReservation(ctx, token));
}

/** Cancels or moves the reservation of a page. If the new time was taken meanwhile, the page shows that. */
export async function changeFromPage(ctx: Context, token: string, bytes: Buffer): Promise<RawReply> {
  const { reservation } = await openReservation(ctx, token);
  const form = new URLSearchParams(bytes.toString("utf8"));
  const startTime = Number(form.get("start_time"));
  let taken = false;
  if (customerMayCancel(reservation, ctx.now())) {
    if (form.get("action") === "cancel") await changeByLink(ctx, reservation, { status: "CANCELLED" });
    else if (Number.isSafeInteger(startTime) && startTime > 0)
      taken = !(await tryMove(ctx, reservation, startTime));
  }
  return renderPage(ctx, await openReservation(ctx, token), taken);
}

async function tryMove(ctx: Context, { businessId, id, parts }: Reservation, startTime: number) {
  const [part] = parts;
  if (!part || parts.length > 1) return true;
  const { serviceId, providerId } = part;
  const wanted = [{ id: part.id, serviceId, providerId, startTime, endTime: undefined }];
  try {
    await changeByLink(ctx, { businessId, id }, { parts: wanted });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === RESERVATION.TIME_SLOT_NOT_AVAILABLE.code) return false;
    throw error;
  }
}

interface OpenedPage {
  reservation: Stored<Reservation>;
  business: Business;
}

async function openReservation(ctx: Context, token: string): Promise<OpenedPage> {
  const named = await reservationIdsOfToken(token);
  if (!named || (await isDeleted(named.businessId, ctx.now()))) throw GENERAL.NOT_FOUND();
  const [reservation, business] = await readTogether(
    [reservations.read(named), tenantRead(named.businessId)],
    ctx,
  );
  if (!reservation || !business) throw GENERAL.NOT_FOUND();
  return { reservation, business };
}

const BADGE_LOOKS: Record<Status, "plain" | "good" | "bad" | "note"> = {
  CREATED: "note",
  PENDING: "note",
  AUTHORIZED: "note",
  CONFIRMED: "good",
  COMPLETED: "plain",
  CANCELLED: "bad",
  FAILED: "bad",
  NO_SHOW: "bad",
};

async function renderPage(
  ctx: Context,
  { reservation, business }: OpenedPage,
  taken = false,
): Promise<RawReply> {
  const language = languageFor(ctx, business);
  const { page: texts, part: partText } = reservationTexts(language);
  const { status, parts, total, currency, orderId } = reservation;
  const rows = [
    ...parts.map(({ serviceName, providerName, startTime, endTime }) =>
      tableRow(
        partText(serviceName, providerName),
        spanText(language, startTime, endTime, business.timezone),
      ),
    ),
    ...(total > 0 ? [tableRow(texts.price, formatMoney(language, total, currency))] : []),
  ];
  const closed = orderId ? texts.byOrder : texts.closed;
  const open = customerMayCancel(reservation, ctx.now());
  const main = [
    pageBadge(texts.status[status], BADGE_LOOKS[status]),
    html`<h1>${texts.title}</h1>`,
    taken && html`<p role="alert">${texts.taken}</p>`,
    html`<table>${rows}</table>`,
    open && (await changeForm(ctx, language, reservation, business)),
    !open && isOpenStatus(status) && html`<p class="soft">${closed}</p>`,
  ];
  return htmlPage({
    language,
    title: texts.title,
    letterhead: letterheadOf(business, language),
    main: html`${main}`,
  });
}

async function changeForm(
  ctx: Context,
  language: Language,
  { businessId, parts }: Reservation,
  { timezone }: Business,
): Promise<SafeHtml> {
  const texts = reservationTexts(language).page;
  const [part] = parts;
  const cancel = confirmCancelForm(texts);
  if (!part || parts.length > 1) return cancel;
  const times = (await listFreeTimes(ctx, businessId, part)).filter((at) => at !== part.startTime);
  if (times.length === 0) return html`<p class="soft">${texts.full}</p>${cancel}`;
  const days = Map.groupBy(times, (at) => dayText(language, at, timezone));
  const groups = [...days].map(
    ([day, starts]) =>
      html`<optgroup label="${day}">${starts.map((at) => html`<option value="${at}">${clockText(language, at, timezone)}</option>`)}</optgroup>`,
  );
  return html`<form method="post"><label>${texts.when}<select name="start_time" required><option value="">${texts.choose}</option>${groups}</select></label><button name="action" value="move" class="go">${texts.move}</button></form>${cancel}`;
}

async function listFreeTimes(
  ctx: Context,
  businessId: string,
  { serviceId, providerId }: Reservation["parts"][number],
): Promise<number[]> {
  const from = ctx.now();
  const query = { providerId, from, to: from + DAYS_AHEAD * DAY, limit: MAX_TIMES };
  try {
    const slots = await listAvailableSlots(ctx, businessId, serviceId, query);
    return slots.flatMap((slot) => ("startTime" in slot ? [slot.startTime] : []));
  } catch (error) {
    // A booking whose service is no longer public cannot be moved, but the page still lets the customer cancel it.
    if (error instanceof ApiError && error.status < 500) return [];
    throw error;
  }
}
