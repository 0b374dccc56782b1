import { businessName, personName } from "#core/mail/address.ts";
import type { Email } from "#core/mail/template.ts";
import { spanText } from "#core/texts/format.ts";
import type { StoredLanguage } from "#core/texts/language-schema.ts";
import { formatMoney } from "#lib/money/money/currency.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import type { ReservationPayment } from "./schema.ts";
import { wasConfirmed } from "./states.ts";
import { reservationTexts } from "./texts.ts";
import type { ReservationEvent } from "./view-schema.ts";

/** The fields of a reservation that its mails use. */
export type EmailedReservation = Omit<ReservationEvent, "items" | "accountId" | "payment"> & {
  payment: Omit<ReservationPayment, "type" | "test" | "movements"> | null;
};

export type Occasion = "requested" | "confirmed" | "moved" | "cancelled" | "reminder";

interface EmailOptions {
  occasion: Occasion;
  /** URL of the page on which the reservation is moved or cancelled. */
  url: string;
  language: StoredLanguage;
}

export function reservationEmail(
  business: Business,
  reservation: EmailedReservation,
  { occasion, url, language: storedLanguage }: EmailOptions,
): Email {
  const language = languageFor({ language: storedLanguage }, business);
  const texts = reservationTexts(language);
  const { subject, title, text } = texts[occasion];
  const { parts, total, currency } = reservation;
  const name = businessName(business.name);
  const customer = personName(reservation.name ?? "");
  const refundable = occasion === "cancelled" ? refundableAmount(reservation) : 0;
  return {
    language,
    letterhead: letterheadOf(business, language),
    subject: `${subject} – ${name}`,
    title,
    paragraphs: [
      customer ? texts.helloTo(customer) : texts.hello,
      text,
      ...(refundable > 0 ? [texts.owed(formatMoney(language, refundable, currency))] : []),
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

// Of a booking that was never confirmed, all money is refunded automatically, so none is left.
function refundableAmount(reservation: EmailedReservation): number {
  const { payment } = reservation;
  return payment && wasConfirmed(reservation) ? payment.captured - payment.refunded : 0;
}
