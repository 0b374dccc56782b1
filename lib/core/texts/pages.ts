import { catalogue } from "./catalogue.ts";

export const pageTexts = catalogue(
  "pages",
  {
    gone: {
      title: "This link leads nowhere",
      text: "The link is incomplete, was used already, or belongs to something that no longer exists. Open the newest mail about it and follow the link there.",
    },
    refused: {
      title: "That did not work",
      text: "Something may have changed in the meantime. Go back and check.",
    },
    busy: { title: "Too many requests", text: "Wait a minute, then open the page again." },
    failed: { title: "Something went wrong", text: "The fault is ours. Try again in a minute." },
  },
  {
    de: {
      gone: {
        title: "Dieser Link führt nirgendwohin",
        text: "Er ist unvollständig, schon verbraucht, oder das, worum es geht, gibt es nicht mehr. Öffnen Sie die neueste E-Mail dazu und folgen Sie dem Link darin.",
      },
      refused: {
        title: "Das hat nicht geklappt",
        text: "Gehen Sie zurück und sehen Sie noch einmal nach: Vielleicht hat sich inzwischen etwas geändert.",
      },
      busy: {
        title: "Zu viele Anfragen",
        text: "Warten Sie einen Moment und öffnen Sie die Seite dann noch einmal.",
      },
      failed: {
        title: "Hier ist etwas schiefgegangen",
        text: "Das liegt nicht an Ihnen. Versuchen Sie es in einer Minute noch einmal.",
      },
    },
  },
);
