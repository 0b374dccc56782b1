import { catalogue } from "#core/texts/catalogue.ts";

/** Texts of the mail about a conversation that waits for staff. */
export const supportTexts = catalogue(
  "support",
  {
    subject: (business: string) => `A visitor of ${business} waits for an answer`,
    title: "A visitor waits for an answer",
    text: "These are the last messages of the conversation.",
    open: "Open the conversation",
    conversation: (id: string) => `Conversation ${id}`,
    authors: {
      user: "Visitor",
      assistant: "Assistant",
      action: "Assistant",
      system: "Notice",
      staff: "Staff",
    },
  },
  {
    de: {
      subject: (business) => `Ein Besucher von ${business} wartet auf Antwort`,
      title: "Ein Besucher wartet auf Antwort",
      text: "Das sind die letzten Nachrichten der Unterhaltung.",
      open: "Unterhaltung öffnen",
      conversation: (id) => `Unterhaltung ${id}`,
      authors: {
        user: "Besucher",
        assistant: "Assistent",
        action: "Assistent",
        system: "Hinweis",
        staff: "Team",
      },
    },
  },
);
