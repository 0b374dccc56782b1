import { catalogue } from "#core/texts/catalogue.ts";

/** Texts of the payment page and of the page after it. */
export const paymentTexts = catalogue(
  "payments",
  {
    thanks: {
      paid: { title: "Thank you", text: "Your payment was received. You can close this page." },
      failed: { title: "Not paid", text: "Nothing was charged. Go back to the shop to try again." },
      cancelled: { title: "Not paid yet", text: "Nothing was charged. Go back to the shop to try again." },
    },
    sandbox: {
      title: "Sandbox payment",
      tag: "Sandbox",
      total: "Total",
      approve: (money: string) => `Pay ${money}`,
      delay: "Pay, settled later",
      decline: "Decline",
      status: {
        open: "Nothing is charged here: choose how this payment should end.",
        approved: "This payment was approved. You can close this page.",
        declined: "This payment was declined. You can close this page.",
        delayed: "This payment is on its way and goes through within two minutes. You can close this page.",
        closed: "This page was closed by the shop. Nothing was charged.",
        expired: "The time to pay is over. Nothing was charged.",
      },
    },
  },
  {
    de: {
      thanks: {
        paid: {
          title: "Vielen Dank",
          text: "Ihre Zahlung ist eingegangen. Sie können diese Seite schließen.",
        },
        failed: {
          title: "Nicht bezahlt",
          text: "Es wurde nichts abgebucht. Gehen Sie zurück zum Shop, um es noch einmal zu versuchen.",
        },
        cancelled: {
          title: "Noch nicht bezahlt",
          text: "Es wurde nichts abgebucht. Gehen Sie zurück zum Shop, um es noch einmal zu versuchen.",
        },
      },
      sandbox: {
        title: "Zahlung im Sandkasten",
        tag: "Sandkasten",
        total: "Summe",
        approve: (money) => `${money} bezahlen`,
        delay: "Bezahlen, später gutgeschrieben",
        decline: "Ablehnen",
        status: {
          open: "Hier wird nichts abgebucht: Wählen Sie, wie diese Zahlung ausgehen soll.",
          approved: "Diese Zahlung wurde angenommen. Sie können diese Seite schließen.",
          declined: "Diese Zahlung wurde abgelehnt. Sie können diese Seite schließen.",
          delayed:
            "Diese Zahlung ist unterwegs und geht innerhalb von zwei Minuten durch. Sie können diese Seite schließen.",
          closed: "Diese Seite wurde vom Shop geschlossen. Es wurde nichts abgebucht.",
          expired: "Die Zeit zum Bezahlen ist vorbei. Es wurde nichts abgebucht.",
        },
      },
    },
  },
);
