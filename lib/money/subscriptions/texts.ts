import { catalogue } from "#core/texts/catalogue.ts";

/** Texts of mails about a plan, and of the sandbox's billing page. */
export const subscriptionTexts = catalogue(
  "subscriptions",
  {
    unpaid: {
      subject: (business: string) => `The plan of ${business} could not be charged`,
      title: "Your card was declined",
      text: (plan: string, business: string) => `We could not charge the plan ${plan} of ${business}.`,
      grace:
        "Everything keeps working for 14 days. After that the limits of the free plan hold; nothing is deleted.",
      advice: "Put another card into the billing portal to keep the plan.",
    },
    page: {
      title: "Sandbox billing",
      sandbox: "Sandbox",
      each: { month: (price: string) => `${price} a month`, year: (price: string) => `${price} a year` },
      status: {
        open: "Nothing is charged here: choose how this ends.",
        closed: "This page was closed. Nothing was charged.",
        active: "It is paid. Let time go by, or let the card fail.",
        past_due: "The card was declined, and the plan is owed for.",
        cancelled: "This subscription has ended.",
      },
      plan: "Plan",
      charged: "Charged so far",
      period: "Period ends",
      next: "Then",
      ends: "It ends",
      card: "Card",
      works: "works",
      fails: "fails",
      back: "Back to your business",
      act: {
        approve: "Pay",
        decline: "Go back",
        end_period: "The period ends",
        fail_card: "The card fails from now on",
        mend_card: "The card works again",
        pay_owed: "The card works again: pay what is owed",
      },
    },
  },
  {
    de: {
      unpaid: {
        subject: (business) => `Der Tarif von ${business} konnte nicht abgebucht werden`,
        title: "Ihre Karte wurde abgelehnt",
        text: (plan, business) => `Wir konnten den Tarif ${plan} von ${business} nicht abbuchen.`,
        grace:
          "Alles läuft 14 Tage lang weiter. Danach gelten die Grenzen des kostenlosen Tarifs; gelöscht wird nichts.",
        advice: "Hinterlegen Sie im Kundenportal eine andere Karte, um den Tarif zu behalten.",
      },
      page: {
        title: "Abrechnung im Sandkasten",
        sandbox: "Sandkasten",
        each: {
          month: (price) => `${price} im Monat`,
          year: (price) => `${price} im Jahr`,
        },
        status: {
          open: "Hier wird nichts abgebucht: Wählen Sie, wie es ausgeht.",
          closed: "Diese Seite wurde geschlossen. Es wurde nichts abgebucht.",
          active: "Es ist bezahlt. Lassen Sie Zeit vergehen oder die Karte versagen.",
          past_due: "Die Karte wurde abgelehnt, der Tarif ist offen.",
          cancelled: "Dieses Abonnement ist beendet.",
        },
        plan: "Tarif",
        charged: "Bisher abgebucht",
        period: "Zeitraum endet",
        next: "Danach",
        ends: "Es endet",
        card: "Karte",
        works: "gedeckt",
        fails: "abgelehnt",
        back: "Zurück zu Ihrem Geschäft",
        act: {
          approve: "Bezahlen",
          decline: "Zurück",
          end_period: "Der Zeitraum endet",
          fail_card: "Die Karte versagt ab jetzt",
          mend_card: "Die Karte geht wieder",
          pay_owed: "Die Karte geht wieder: Offenes bezahlen",
        },
      },
    },
  },
);
