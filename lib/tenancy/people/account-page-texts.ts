import { catalogue } from "#core/texts/catalogue.ts";

/** What the pages say that links in mails lead to. */
export const pageTextsOfAccounts = catalogue(
  "account pages",
  {
    confirm: {
      title: "Confirm your address",
      text: "You registered with this address. Confirm it, and you can sign in.",
      action: "Confirm my address",
    },
    "reset-password": {
      title: "Choose a new password",
      text: "All your sessions end when the password changes.",
      action: "Change my password",
    },
    invitation: { title: "You are invited", text: "Join, and the team's work is yours to see and do." },
    password: "New password, at least 8 characters",
    weak: "This password will not do: it is shorter than 8 characters, or one that is tried first. Choose another one.",
    accept: "Accept",
    reject: "Reject",
    done: "Done",
    confirmed: "Your address is confirmed. You can sign in now.",
    changed: "Your password was changed. Sign in with the new one.",
    accepted: "You are a member now. Sign in with this address.",
    rejected: "You rejected the invitation. Nothing else happens.",
  },
  {
    de: {
      confirm: {
        title: "Bestätigen Sie Ihre Adresse",
        text: "Sie haben sich mit dieser Adresse registriert. Bestätigen Sie sie, dann können Sie sich anmelden.",
        action: "Adresse bestätigen",
      },
      "reset-password": {
        title: "Wählen Sie ein neues Passwort",
        text: "Alle Ihre Sitzungen enden, wenn sich das Passwort ändert.",
        action: "Passwort ändern",
      },
      invitation: {
        title: "Sie sind eingeladen",
        text: "Nehmen Sie an, dann sehen und tun Sie, was das Team sieht und tut.",
      },
      password: "Neues Passwort, mindestens 8 Zeichen",
      weak: "Dieses Passwort geht nicht: Es ist kürzer als 8 Zeichen oder eines, das als Erstes probiert wird. Wählen Sie ein anderes.",
      accept: "Annehmen",
      reject: "Ablehnen",
      done: "Erledigt",
      confirmed: "Ihre Adresse ist bestätigt. Sie können sich jetzt anmelden.",
      changed: "Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.",
      accepted: "Sie gehören jetzt dazu. Melden Sie sich mit dieser Adresse an.",
      rejected: "Sie haben die Einladung abgelehnt. Sonst geschieht nichts.",
    },
  },
);
