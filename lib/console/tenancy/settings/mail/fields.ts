import { fieldsOf } from "#console/shared/fields.ts";
import type { Business } from "../business.ts";

/** Empty values of the form's fields, by path in the request body. */
const EMPTY_MAIL = {
  "configs.emails.support": "",
  "configs.emails.billing": "",
  "configs.commerce.recovery_mail": false,
};
const f = fieldsOf<typeof EMPTY_MAIL>();

export const MAIL_FIELDS = [
  f.text("configs.emails.support", {
    label: ["Mail for customers' answers", "E-Mail für Antworten der Kundschaft"],
    help: ["Answers to mails of the store go there.", "Dorthin gehen Antworten auf E-Mails des Geschäfts."],
  }),
  f.text("configs.emails.billing", {
    label: ["Mail for bills", "E-Mail für Rechnungen"],
    help: ["The platform writes there.", "Dorthin schreibt die Plattform."],
  }),
  f.check("configs.commerce.recovery_mail", {
    label: ["Remind buyers of carts they left", "Kundschaft an verlassene Warenkörbe erinnern"],
  }),
];

export function valuesOf(business: Business | undefined): typeof EMPTY_MAIL {
  const { emails, commerce } = business?.configs ?? {};
  return {
    "configs.emails.support": emails?.support ?? "",
    "configs.emails.billing": emails?.billing ?? "",
    "configs.commerce.recovery_mail": commerce?.recovery_mail ?? false,
  };
}
