import { catalogue } from "#core/texts/catalogue.ts";

export const peopleTexts = catalogue(
  "people",
  {
    ignoreLink: "If this was not you, ignore this mail: nothing happens without the link.",
    ignore: "If you do not know what this is about, ignore this mail.",
    ignoreCode: "If you did not ask for it, ignore this mail: the code is needed to sign in.",
    confirm: {
      title: "Confirm your address",
      text: "Somebody registered with this address. If it was you, confirm it within the next hour.",
      action: "Confirm my address",
    },
    reset: {
      title: "Choose a new password",
      text: "Follow the link within the next hour. All your sessions end when the password changes.",
      action: "Choose a password",
    },
    changed: {
      title: "Your password was changed",
      text: "The password of your account was changed a moment ago, and your other sessions have ended.",
      warning: "If it was not you, ask for a new password at once: your address is what opens your account.",
    },
    reused: {
      subject: "One of your sessions was ended",
      title: "We ended one of your sessions",
      text: "A refresh token that had been exchanged before was used again. Somebody may have copied it, so the session ended.",
      advice:
        "Sign in again. If you notice anything that you did not do, end your other sessions and renew your API tokens.",
      session: "Session of",
    },
    invitation: {
      subject: (business: string) => `Join ${business}`,
      title: (business: string) => `You are invited to ${business}`,
      text: (role: string) => `You have been invited as ${role}. The invitation is good for seven days.`,
      action: "Answer the invitation",
    },
    code: {
      subject: (code: string) => `${code} is your sign-in code`,
      title: "Your sign-in code",
      text: (opens: string) => `This code opens ${opens}. It works once, for ten minutes.`,
      everything: "your whole account",
      at: (store: string) => `your account at ${store}`,
      oneStore: "one store",
      warnEverywhere:
        "Type it only on our own pages. Anyone who has it can act for you everywhere. No store needs it.",
      warnStore: "Type it only in that store.",
    },
    phone: (code: string) => `${code} is your code. It works once, for ten minutes.`,
    contact: {
      subject: (code: string) => `${code} is your confirmation code`,
      title: "Confirm your address",
      text: (store: string) =>
        `Type this code at ${store} to confirm that this address is yours. It works once, for ten minutes, and opens nothing else.`,
      theStore: "the store",
      ignore: "If you did not ask for it, ignore this mail.",
    },
  },
  {
    de: {
      ignoreLink:
        "Wenn Sie das nicht waren, beachten Sie diese E-Mail nicht: Ohne den Link geschieht nichts.",
      ignore: "Wenn Sie nicht wissen, worum es geht, beachten Sie diese E-Mail nicht.",
      ignoreCode:
        "Wenn Sie ihn nicht angefordert haben, beachten Sie diese E-Mail nicht: Ohne den Code kann sich niemand anmelden.",
      confirm: {
        title: "Bestätigen Sie Ihre Adresse",
        text: "Jemand hat sich mit dieser Adresse registriert. Wenn Sie das waren, bestätigen Sie sie innerhalb der nächsten Stunde.",
        action: "Adresse bestätigen",
      },
      reset: {
        title: "Wählen Sie ein neues Passwort",
        text: "Folgen Sie dem Link innerhalb der nächsten Stunde. Alle Ihre Sitzungen enden, wenn sich das Passwort ändert.",
        action: "Passwort wählen",
      },
      changed: {
        title: "Ihr Passwort wurde geändert",
        text: "Das Passwort Ihres Kontos wurde eben geändert. Ihre anderen Sitzungen sind beendet.",
        warning:
          "Wenn Sie das nicht waren, fordern Sie sofort ein neues Passwort an: Ihre Adresse öffnet Ihr Konto.",
      },
      reused: {
        subject: "Eine Ihrer Sitzungen wurde beendet",
        title: "Wir haben eine Ihrer Sitzungen beendet",
        text: "Ein Refresh-Token, das schon eingetauscht war, wurde noch einmal verwendet. Vielleicht hat es jemand kopiert, deshalb wurde die Sitzung beendet.",
        advice:
          "Melden Sie sich neu an. Wenn Ihnen etwas auffällt, das Sie nicht getan haben, beenden Sie Ihre anderen Sitzungen und erneuern Sie Ihre API-Tokens.",
        session: "Sitzung von",
      },
      invitation: {
        subject: (business) => `Einladung zu ${business}`,
        title: (business) => `Sie sind zu ${business} eingeladen`,
        text: (role) => `Sie sind als ${role} eingeladen. Die Einladung gilt sieben Tage.`,
        action: "Einladung beantworten",
      },
      code: {
        subject: (code) => `${code} ist Ihr Anmeldecode`,
        title: "Ihr Anmeldecode",
        text: (opens) => `Dieser Code öffnet ${opens}. Er gilt einmal, zehn Minuten lang.`,
        everything: "Ihr ganzes Konto",
        at: (store) => `Ihr Konto bei ${store}`,
        oneStore: "einem Shop",
        warnEverywhere:
          "Geben Sie ihn nur auf unseren eigenen Seiten ein. Wer ihn hat, kann überall für Sie handeln. Kein Shop braucht ihn.",
        warnStore: "Geben Sie ihn nur in diesem Shop ein.",
      },
      phone: (code) => `${code} ist Ihr Code. Er gilt einmal, zehn Minuten lang.`,
      contact: {
        subject: (code) => `${code} ist Ihr Bestätigungscode`,
        title: "Bestätigen Sie Ihre Adresse",
        text: (store) =>
          `Geben Sie diesen Code bei ${store} ein, um zu bestätigen, dass diese Adresse Ihnen gehört. Er gilt einmal, zehn Minuten lang, und öffnet sonst nichts.`,
        theStore: "dem Shop",
        ignore: "Wenn Sie ihn nicht angefordert haben, beachten Sie diese E-Mail nicht.",
      },
    },
  },
);
