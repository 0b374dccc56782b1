import { businessName, personName } from "#core/mail/address.ts";
import type { Email } from "#core/mail/template.ts";
import { spanText } from "#core/texts/format.ts";
import type { KeptLanguage } from "#core/texts/language-schema.ts";
import { formatMoney } from "#lib/money/money/currency.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import type { ReservationPayment } from "./schema.ts";
import { wasConfirmed } from "./states.ts";
import { reservationTexts } from "./texts.ts";
import type { ReservationEvent } from "./view-schema.ts";

/** What a letter says of a reservation. */
export type EmailedReservation = Omit<ReservationEvent, "items" | "accountId" | "payment"> & {
  payment: Omit<ReservationPayment, "type" | "test" | "movements"> | null;
};

export type Occasion = "requested" | "confirmed" | "moved" | "cancelled" | "reminder";

interface Telling {
  occasion: Occasion;
  /** Of the page on which it is moved or cancelled. */
  url: string;
  language: KeptLanguage;
}

/** What a customer is told of a reservation. */
export function reservationEmail(
  business: Business,
  reservation: EmailedReservation,
  { occasion, url, language: kept }: Telling,
): Email {
  const language = languageFor({ language: kept }, business);
  const texts = reservationTexts(language);
  const { subject, title, text } = texts[occasion];
  const { parts, total, currency } = reservation;
  const name = businessName(business.name);
  const customer = personName(reservation.name ?? "");
  const owed = occasion === "cancelled" ? openMoney(reservation) : 0;
  return {
    language,
    letterhead: letterheadOf(business, language),
    subject: `${subject} – ${name}`,
    title,
    paragraphs: [
      customer ? texts.helloTo(customer) : texts.hello,
      text,
      ...(owed > 0 ? [texts.owed(formatMoney(language, owed, currency))] : []),
    ],
    rows: parts.map((part) => ({
      label: texts.part(part.serviceName, part.providerName),
      value: `${spanText(language, part.startTime, part.endTime, business.timezone)} (${business.timezone})`,
    })),
    ...(total > 0 ? { bill: [{ label: texts.price, amount: formatMoney(language, total, currency) }] } : {}),
    ...(occasion === "cancelled" ? {} : { action: { label: texts.change, url } }),
    footer: texts.reservation(reservation.id),
  };
}

// What was paid for a booking that was never confirmed goes back by itself.
function openMoney(reservation: EmailedReservation): number {
  const { payment } = reservation;
  return payment && wasConfirmed(reservation) ? payment.captured - payment.refunded : 0;
}
