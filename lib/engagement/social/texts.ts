import { catalogue } from "#core/texts/catalogue.ts";

/** Texts of the mail to an account's owner, and of the web pages of a sign-in at a network. */
export const socialTexts = catalogue(
  "social",
  {
    reconnect: {
      subject: (account: string) => `Connect ${account} again`,
      title: (network: string) => `${network} no longer accepts this sign-in`,
      text: (business: string, account: string) =>
        `${business} can post nothing to ${account} until the account is connected again.`,
      advice: "Connect the same account once more: what is scheduled stays as it is.",
    },
    signIn: {
      connected: "Connected",
      failed: "Not connected",
      almost: "Almost done",
      close: "You can close this page.",
    },
    question: {
      title: (network: string) => `Connect your ${network} account?`,
      text: (network: string, store: string, key: string) =>
        `The store “${store}” (${key}) wants to use your ${network} account: to post there, to read comments and to answer them.`,
      warning:
        "Go on only if you began this yourself. If somebody sent you here, cancel: your account would belong to their store.",
      yes: (store: string) => `Connect to ${store}`,
      no: "Cancel",
    },
  },
  {
    de: {
      reconnect: {
        subject: (account) => `${account} neu verbinden`,
        title: (network) => `${network} nimmt diese Anmeldung nicht mehr an`,
        text: (business, account) =>
          `${business} kann auf ${account} nichts veröffentlichen, bis das Konto neu verbunden ist.`,
        advice: "Verbinden Sie dasselbe Konto noch einmal: Was geplant ist, bleibt, wie es ist.",
      },
      signIn: {
        connected: "Verbunden",
        failed: "Nicht verbunden",
        almost: "Fast fertig",
        close: "Sie können diese Seite schließen.",
      },
      question: {
        title: (network) => `Ihr Konto bei ${network} verbinden?`,
        text: (network, store, key) =>
          `Der Shop „${store}“ (${key}) möchte Ihr Konto bei ${network} nutzen: dort veröffentlichen, Kommentare lesen und beantworten.`,
        warning:
          "Fahren Sie nur fort, wenn Sie das selbst begonnen haben. Hat jemand Sie hierher geschickt, brechen Sie ab: Ihr Konto würde zu dessen Shop gehören.",
        yes: (store) => `Mit ${store} verbinden`,
        no: "Abbrechen",
      },
    },
  },
);
