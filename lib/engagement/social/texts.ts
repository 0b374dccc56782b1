import { catalogue } from "#core/texts/catalogue.ts";

/** What owners are told about a social account, by mail and after a sign-in at a network. */
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
    },
  },
);
