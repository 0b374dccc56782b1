import { ApiError } from "@storefront-backend/client";
import type { Language } from "./words.ts";

interface Refusals {
  /** Sentences by the code of an `ApiError`. */
  byCode: Record<string, string>;
  /** For all other errors. */
  otherwise: string;
}

/** The API explains its refusals in English. The other languages have sentences of their own. */
const REFUSALS: Record<Exclude<Language, "en">, Refusals> = {
  de: {
    byCode: {
      "AUTH.CODE_INVALID": "Dieser Code stimmt nicht oder gilt nicht mehr.",
      "GENERAL.TOO_MANY_REQUESTS": "Das waren zu viele Versuche. Warten Sie ein paar Minuten.",
      "GENERAL.UNAVAILABLE": "Der Laden antwortet gerade nicht. Versuchen Sie es gleich noch einmal.",
      "GENERAL.VALIDATION_FAILED": "In Ihren Angaben fehlt etwas, oder etwas stimmt nicht.",
      "ORDER.FAILED_CREATE":
        "So lässt sich das nicht bestellen. Zahlen Sie mit Karte, oder melden Sie sich an.",
      "ORDER.INVALID_STATUS": "Das geht bei dieser Bestellung nicht mehr.",
      "PAYMENT.INVALID_AMOUNT": "Der Preis hat sich geändert. Prüfen Sie ihn, und bestellen Sie noch einmal.",
      "PAYMENT.METHOD_UNKNOWN": "So können Sie hier nicht bezahlen. Wählen Sie eine andere Zahlung.",
      "PAYMENT.NO_PROVIDER": "Der Laden nimmt gerade keine Karten. Wählen Sie eine andere Zahlung.",
      "PAYMENT.PROMO_CODE_INVALID": "Dieser Gutscheincode gilt hier nicht.",
      "PAYMENT.PROMO_CODE_LIMIT_REACHED": "Dieser Gutscheincode ist schon aufgebraucht.",
      "PRODUCT.INSUFFICIENT_STOCK": "Davon ist zu wenig da.",
      "RESERVATION.TIME_SLOT_NOT_AVAILABLE": "Diese Zeit ist vergeben. Wählen Sie eine andere.",
    },
    otherwise: "Das hat nicht geklappt. Versuchen Sie es bitte noch einmal.",
  },
};

/** An error of the pages themselves. Its message is in the language of the page. */
export class PageError extends Error {}

/** What an error says to the visitor, in the language of the page. */
export function errorText(error: unknown, language: Language): string {
  const message = error instanceof Error ? error.message : String(error);
  if (language === "en" || error instanceof PageError) return message;
  const { byCode, otherwise } = REFUSALS[language];
  // The browser's own errors, as of a network that fails, are English too.
  return (error instanceof ApiError ? byCode[error.code] : undefined) ?? otherwise;
}
