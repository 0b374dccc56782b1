import { catalogue } from "#core/texts/catalogue.ts";

/** Texts of the pages to which links in mails lead. */
export const accountPageTexts = catalogue(
  "account pages",
  {
    confirm: {
      title: "Confirm your address",
      text: "You registered with this address. Confirm it to sign in.",
      action: "Confirm my address",
    },
    "reset-password": {
      title: "Choose a new password",
      text: "All your sessions end when the password changes.",
      action: "Change my password",
    },
    invitation: {
      title: "You are invited",
      text: (business: string, role: string) => `${business} invites you to join its team as ${role}.`,
    },
    password: "New password, at least 8 characters",
    weak: "This password is too weak. It has fewer than 8 characters, or it is a common password. Choose another one.",
    accept: "Accept",
    reject: "Reject",
    done: "Done",
    confirmed: "Your address is confirmed. You can sign in now.",
    changed: "Your password was changed. Sign in with the new one.",
    accepted: "You are a member now. Sign in with this address.",
    rejected: "You rejected the invitation.",
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
        text: (business, role) => `${business} lädt Sie in sein Team ein, als ${role}.`,
      },
      password: "Neues Passwort, mindestens 8 Zeichen",
      weak: "Dieses Passwort ist zu schwach. Es hat weniger als 8 Zeichen, oder es ist ein häufiges Passwort. Wählen Sie ein anderes.",
      accept: "Annehmen",
      reject: "Ablehnen",
      done: "Erledigt",
      confirmed: "Ihre Adresse ist bestätigt. Sie können sich jetzt anmelden.",
      changed: "Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.",
      accepted: "Sie gehören jetzt dazu. Melden Sie sich mit dieser Adresse an.",
      rejected: "Sie haben die Einladung abgelehnt.",
    },
  },
);
