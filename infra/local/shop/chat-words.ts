import type { Language } from "./words.ts";

/** The texts of the chat. Its script has the English ones. */
export const CHAT_WORDS: Record<Exclude<Language, "en">, Record<string, string>> = {
  de: {
    title: "Schreiben Sie uns",
    open: "Chat",
    close: "Chat schließen",
    messages: "Nachrichten",
    write: "Ihre Nachricht",
    send: "Senden",
    you: "Sie",
    shop: "Laden",
    waiting: "Wird gesendet …",
    unread: "ungelesen",
    offline: "Keine Verbindung. Ihre Nachrichten gehen ab, sobald sie wieder da ist.",
    busy: "Zu viele Nachrichten auf einmal. Sie gehen gleich ab.",
    ended: "Dieses Gespräch ist beendet. Schreiben Sie, um ein neues zu beginnen.",
    refused: "Diese Nachricht konnte nicht gesendet werden.",
  },
};
