import type { Context } from "#core/context.ts";
import { publicVersion } from "#core/dynamo/entity-shape.ts";
import { transact } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { spendResendBudget } from "#core/mail/resend-budget.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import type { Occasion } from "./emails.ts";
import { customerMail, mailboxOf } from "./notify.ts";
import type { MailReservation, ReservationMailed } from "./request-schema.ts";
import type { Status } from "./schema.ts";
import { getReservation } from "./service.ts";

/** The mail that fits the current status of a reservation. */
const OCCASIONS: Partial<Record<Status, { kind: MailReservation["kind"]; occasion: Occasion }>> = {
  PENDING: { kind: "confirmation", occasion: "requested" },
  CONFIRMED: { kind: "confirmation", occasion: "confirmed" },
  CANCELLED: { kind: "cancellation", occasion: "cancelled" },
};

/** Sends the customer a mail again; a pending request gets the mail that confirms its receipt. */
export async function mailReservation(
  ctx: Context,
  businessId: string,
  id: string,
  { kind }: MailReservation,
): Promise<ReservationMailed> {
  const reservation = await getReservation(ctx, id, businessId);
  const due = OCCASIONS[reservation.status];
  if (due?.kind !== kind)
    throw invalidField("kind", `is no mail of a reservation that is ${reservation.status}`);
  const mailbox = await mailboxOf(reservation);
  if (!mailbox) throw invalidField("kind", "cannot be sent: the reservation has no mail address");
  const business = await getTenant(ctx, businessId);
  await spendResendBudget(ctx, mailbox.email);
  const mailing = {
    id: newId("mail", ctx.clock()),
    sequence: publicVersion(reservation),
    language: reservation.language,
  };
  const mail = await customerMail(ctx, business, reservation, due.occasion, mailing);
  return transact(ctx, [mail], { kind, to: mailbox.email });
}
