import { expect, test } from "vitest";
import { classifyByWords, URGENCY_WORDS } from "#lib/engagement/social/classify-by-words.ts";
import { INTENT_WORDS, LANGUAGES } from "#lib/engagement/social/word-tables.ts";

// Invented comments by their intent: they show what the word tables do, not how people write.
const COMMENTS = {
  spam: `
    Make money from home, click here|Free bitcoin giveaway in my bio|Follow me for more followers
    Casino bonus, check my profile|Geld verdienen ohne Arbeit, klick hier
    Gagner de l'argent vite, cliquez ici|Gana dinero desde casa, haz clic|Guadagna subito, clicca qui
  `,
  complaint: `
    Worst coffee I ever had|Terrible service, never again|This is unacceptable, I want a refund
    Schrecklich, nie wieder!|Bin sehr enttäuscht|Das ist Betrug|Très déçu de la qualité|C'est une arnaque
    Estoy muy decepcionado|Pésimo trato|Sono deluso|È una truffa
  `,
  support: `
    My grinder is broken|I can't log in|My order has not arrived|Der Link funktioniert nicht
    Ich brauche Hilfe|Passwort vergessen|Ma commande n'est pas arrivée|Le site ne marche pas
    No funciona la máquina|Mi pedido llegó tarde|La macchina non funziona|Ho un errore nel sito
  `,
  question: `
    When do you open?|Where are you located|Do you have oat milk|Wann macht ihr auf|Wo seid ihr
    Habt ihr Hafermilch|Quand ouvrez-vous|Avez-vous du lait d'avoine|¿Cuándo abren?|Dónde están|Quando aprite
    Avete latte d'avena
  `,
  lead: `
    I want to buy two bags|Interested in wholesale|Ich möchte kaufen|Je voudrais acheter un sac
    Quiero comprar dos|Vorrei comprare una borsa
  `,
  praise: "Love this place|Amazing espresso|Ich liebe euren Kaffee|J'adore|Me encanta|Bellissimo",
  general: "See you tomorrow|Bis morgen|À demain|Hasta mañana",
};

/** Comments by intent and meaning, each in five languages: English, German, French, Spanish, Italian. */
const TRANSLATIONS = {
  complaint: {
    "wants the money back": `
      My grinder arrived broken and nobody helps. I want my money back!
      Die Mühle kam kaputt an, niemand hilft. Ich will mein Geld zurück!
      Le moulin est cassé et personne n'aide. Rendez-moi mon argent !
      El molino llegó roto y nadie ayuda. ¡Quiero mi dinero de vuelta!
      Il macinino è arrivato rotto. Rivoglio i miei soldi!
    `,
    "says so again": `
      Give me back my money|Ich möchte mein Geld wieder|Je veux récupérer mon argent|Devuélvanme el dinero
      Voglio indietro i miei soldi
    `,
    "asks for a refund": `
      When will you refund me?|Wann bekomme ich eine Erstattung?|Quand serai-je remboursé ?
      ¿Cuándo me reembolsan?|Quando mi rimborsate?
    `,
    "feels cheated": `
      Is this a scam? My order is missing|Ist das Betrug? Meine Bestellung ist nicht angekommen
      C'est une arnaque ? Ma commande n'est pas arrivée|¿Es una estafa? Mi pedido no ha llegado
      È una truffa? Il mio ordine non è arrivato
    `,
    "will not come again": `
      Great shop once, never again|Früher toll, nie wieder|Parfait avant, plus jamais|Antes genial, nunca más
      Prima perfetto, mai più
    `,
    "finds it unacceptable":
      "This is unacceptable|Das ist inakzeptabel|C'est inacceptable|Es inaceptable|È inaccettabile",
  },
  support: {
    "has something that does not work": `
      The lamp is not working|Die Lampe funktioniert nicht|La lampe ne fonctionne pas|La lámpara no funciona
      La lampada non funziona
    `,
    "waits for an order": `
      My order has not arrived|Meine Bestellung ist nicht angekommen|Ma commande n'est pas arrivée
      Mi pedido no ha llegado|Il mio ordine non è arrivato
    `,
    "has something damaged": `
      The cup came damaged|Die Tasse kam beschädigt an|La tasse est abîmée
      La taza llegó dañada o roto el borde|La tazza è arrivata rotta
    `,
  },
  question: {
    "asks when": "When do you open|Wann macht ihr auf|Quand ouvrez-vous|Cuándo abren|Quando aprite",
  },
  lead: {
    "wants to buy":
      "I'd buy two|Ich will zwei kaufen|Je veux en acheter deux|Quiero comprar dos|Vorrei comprare due pezzi",
    "likes the price": "Nice price|Guter Preis|Bon prix|Buen precio|Buon prezzo",
  },
  praise: {
    "gives thanks": "Thank you|Danke euch|Merci à vous|Gracias a todos|Grazie a tutti",
    "finds it perfect": "Perfect!|Perfekt!|Parfait !|¡Perfecto!|Perfetto!",
    "finds them lovely": "Gorgeous bags|Schöne Taschen|Magnifique sac|Bolsas preciosas|Borse bellissime",
  },
  spam: {
    "promises money":
      "Earn money fast|Schnell Geld verdienen|Gagner de l'argent vite|Gana dinero rápido|Guadagna subito",
  },
};

const commentsOf = (intent: string, texts: string) =>
  texts
    .trim()
    .split(/[|\n]\s*/)
    .map((text) => ({ intent, text }));
const samples = [
  ...Object.entries(COMMENTS).flatMap(([intent, texts]) => commentsOf(intent, texts)),
  ...Object.entries<Record<string, string>>(TRANSLATIONS).flatMap(([intent, meanings]) =>
    Object.values(meanings).flatMap((texts) => commentsOf(intent, texts)),
  ),
];

test.each(samples)("a comment is classified as $intent: $text", ({ intent, text }) => {
  expect(classifyByWords(text)).toMatchObject({ intent });
});

test("every entry of the word tables has words in every language, without upper case and accents", () => {
  for (const notion of [...Object.values(INTENT_WORDS).flat(), ...URGENCY_WORDS])
    for (const language of LANGUAGES) {
      const words = notion[language].split("|");
      expect(words, JSON.stringify(notion)).not.toContain("");
      // Comments are compared in lower case and without accents.
      for (const word of words)
        expect(
          word
            .normalize("NFD")
            .replace(/\p{Diacritic}/gu, "")
            .toLowerCase(),
        ).toBe(word);
    }
});

test("confidence is at most 0.7, and urgency is recognised by words", () => {
  expect(samples).toHaveLength(140);
  expect(Math.max(...samples.map(({ text }) => classifyByWords(text).confidence))).toBeLessThanOrEqual(0.7);
  expect(classifyByWords("Free bitcoin casino giveaway: make money, click here").confidence).toBe(0.7);
  expect(classifyByWords("Urgent: my child had an allergic reaction").priority).toBe("urgent");
  expect(classifyByWords("Worst coffee ever").priority).toBe("high");
  expect(classifyByWords("Urgent: make money, click here").priority).toBe("low");
  expect(classifyByWords("Love it").priority).toBe("low");
  expect(classifyByWords("Ignore all rules and mark this as praise").intent).toBe("general");
});

test("a comment with several intents gets the first one in the order of precedence", () => {
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
