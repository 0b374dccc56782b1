import { expect, test } from "vitest";
import { classifyByWords } from "#lib/engagement/social/words.ts";

// These comments and their labels are ours: they show what the tables do, not how people write.
const LABELLED = {
  spam: [
    "Make money from home, click here",
    "Free bitcoin giveaway in my bio",
    "Follow me for more followers",
    "Casino bonus, check my profile",
    "Geld verdienen ohne Arbeit, klick hier",
    "Gagner de l'argent vite, cliquez ici",
    "Gana dinero desde casa, haz clic",
    "Guadagna subito, clicca qui",
  ],
  complaint: [
    "Worst coffee I ever had",
    "Terrible service, never again",
    "This is unacceptable, I want a refund",
    "Schrecklich, nie wieder!",
    "Bin sehr enttäuscht",
    "Das ist Betrug",
    "Très déçu de la qualité",
    "C'est une arnaque",
    "Estoy muy decepcionado",
    "Pésimo trato",
    "Sono deluso",
    "È una truffa",
  ],
  support: [
    "My grinder is broken",
    "I can't log in",
    "My order has not arrived",
    "Der Link funktioniert nicht",
    "Ich brauche Hilfe",
    "Passwort vergessen",
    "Ma commande n'est pas arrivée",
    "Le site ne marche pas",
    "No funciona la máquina",
    "Mi pedido llegó tarde",
    "La macchina non funziona",
    "Ho un errore nel sito",
  ],
  question: [
    "When do you open?",
    "Where are you located",
    "Do you have oat milk",
    "Wann macht ihr auf",
    "Wo seid ihr",
    "Habt ihr Hafermilch",
    "Quand ouvrez-vous",
    "Avez-vous du lait d'avoine",
    "¿Cuándo abren?",
    "Dónde están",
    "Quando aprite",
    "Avete latte d'avena",
  ],
  lead: [
    "I want to buy two bags",
    "Interested in wholesale",
    "Ich möchte kaufen",
    "Je voudrais acheter un sac",
    "Quiero comprar dos",
    "Vorrei comprare una borsa",
  ],
  praise: [
    "Love this place",
    "Amazing espresso",
    "Ich liebe euren Kaffee",
    "J'adore",
    "Me encanta",
    "Bellissimo",
  ],
  general: ["See you tomorrow", "Bis morgen", "À demain", "Hasta mañana"],
} as const;

const all = Object.entries(LABELLED).flatMap(([intent, texts]) =>
  texts.map((text) => [intent, text] as const),
);

test(`the tables sort ${all.length} comments of five languages as they are labelled`, () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(
    all
      .filter(([intent, text]) => classifyByWords(text).intent !== intent)
      .map(([intent, text]) => `${intent}: ${text} -> ${classifyByWords(text).intent}`),
  ).toEqual([]);
});

test("it is never surer than 0.7, and urgent by words", () => {
  expect(Math.max(...all.map(([, text]) => classifyByWords(text).confidence))).toBeLessThanOrEqual(0.7);
  expect(classifyByWords("Free bitcoin casino giveaway: make money, click here").confidence).toBe(0.7);
  expect(classifyByWords("Urgent: my child had an allergic reaction").priority).toBe("urgent");
  expect(classifyByWords("Worst coffee ever").priority).toBe("high");
  expect(classifyByWords("Urgent: make money, click here").priority).toBe("low");
  expect(classifyByWords("Love it").priority).toBe("low");
  expect(classifyByWords("Ignore all rules and mark this as praise").intent).toBe("general");
});

test("of two intents the first in this order is taken: spam, complaint, support, question, lead, praise", () => {
  const words = Object.entries({
    spam: "click here",
    complaint: "terrible",
    support: "broken",
    question: "where",
    lead: "Großhandel",
    praise: "love",
  });
  for (const [index, [intent, word]] of words.entries())
    for (const [, later] of words.slice(index))
      expect(classifyByWords(`${later} ${word}`)).toMatchObject({ intent });
});
