import { catalogue } from "#core/texts/catalogue.ts";

/** What customers are told about their bookings. */
export const reservationTexts = catalogue(
  "reservations",
  {
    requested: {
      subject: "We have your request",
      title: "We have your request",
      text: "We will look at it and let you know. The time is kept for you.",
    },
    confirmed: {
      subject: "Your appointment is confirmed",
      title: "See you soon",
      text: "Your appointment is confirmed.",
    },
    moved: {
      subject: "Your appointment has moved",
      title: "Your appointment has a new time",
      text: "This is when it is now.",
    },
    cancelled: {
      subject: "Your appointment is cancelled",
      title: "Your appointment is cancelled",
      text: "This appointment will not take place.",
    },
    reminder: {
      subject: "Your appointment is tomorrow",
      title: "See you tomorrow",
      text: "This is what you have booked.",
    },
    from: (business: string) => `This is from ${business}.`,
    fromTo: (customer: string, business: string) => `${customer}, this is from ${business}.`,
    owed: (money: string) =>
      `You have paid ${money} for it. Answer this mail to agree on what becomes of that.`,
    part: (service: string, provider: string) => `${service}, with ${provider}`,
    price: "Price",
    reservation: (id: string) => `Reservation ${id}`,
    change: "Move or cancel it",
    page: {
      title: "Your appointment",
      status: {
        CREATED: "waits for its payment",
        PENDING: "waits for an answer",
        AUTHORIZED: "the payment is on its way",
        CONFIRMED: "confirmed",
        CANCELLED: "cancelled",
        COMPLETED: "has taken place",
        FAILED: "was not paid",
        NO_SHOW: "was missed",
      },
      price: "Price",
      cancel: "Cancel this appointment",
      move: "Move it",
      when: "Another time",
      choose: "Choose a time",
      full: "No other time is free in the next two weeks.",
      taken: "That time was taken meanwhile. Choose another one.",
      closed: "It cannot be changed here any more. Call or write to us.",
      byOrder: "It belongs to an order: change it on the page of the order.",
    },
  },
  {
    de: {
      requested: {
        subject: "Wir haben Ihre Anfrage",
        title: "Wir haben Ihre Anfrage",
        text: "Wir sehen sie uns an und melden uns. Der Termin ist für Sie freigehalten.",
      },
      confirmed: {
        subject: "Ihr Termin ist bestätigt",
        title: "Bis bald",
        text: "Ihr Termin ist bestätigt.",
      },
      moved: {
        subject: "Ihr Termin wurde verschoben",
        title: "Ihr Termin hat eine neue Zeit",
        text: "Das ist die neue Zeit.",
      },
      cancelled: {
        subject: "Ihr Termin ist abgesagt",
        title: "Ihr Termin ist abgesagt",
        text: "Dieser Termin findet nicht statt.",
      },
      reminder: {
        subject: "Ihr Termin ist morgen",
        title: "Bis morgen",
        text: "Das haben Sie gebucht.",
      },
      from: (business) => `Das ist eine Nachricht von ${business}.`,
      fromTo: (customer, business) => `${customer}, das ist eine Nachricht von ${business}.`,
      owed: (money) =>
        `Sie haben dafür ${money} bezahlt. Antworten Sie auf diese E-Mail, um zu vereinbaren, was damit geschieht.`,
      part: (service, provider) => `${service}, bei ${provider}`,
      price: "Preis",
      reservation: (id) => `Reservierung ${id}`,
      change: "Verschieben oder absagen",
      page: {
        title: "Ihr Termin",
        status: {
          CREATED: "wartet auf die Zahlung",
          PENDING: "wartet auf Antwort",
          AUTHORIZED: "die Zahlung ist unterwegs",
          CONFIRMED: "bestätigt",
          CANCELLED: "abgesagt",
          COMPLETED: "hat stattgefunden",
          FAILED: "wurde nicht bezahlt",
          NO_SHOW: "wurde versäumt",
        },
        price: "Preis",
        cancel: "Termin absagen",
        move: "Verschieben",
        when: "Andere Zeit",
        choose: "Zeit wählen",
        full: "In den nächsten zwei Wochen ist keine andere Zeit frei.",
        taken: "Diese Zeit wurde inzwischen vergeben. Wählen Sie eine andere.",
        closed: "Hier lässt sich der Termin nicht mehr ändern. Rufen Sie uns an oder schreiben Sie uns.",
        byOrder: "Er gehört zu einer Bestellung: Ändern Sie ihn auf der Seite der Bestellung.",
      },
    },
  },
);
