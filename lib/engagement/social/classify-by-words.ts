import { cutText } from "#core/cut-text.ts";
import type { Intent, Priority } from "./comment-schema.ts";
import { INTENT_WORDS, LANGUAGES, type WordsByLanguage } from "./word-tables.ts";

const INTENT_TERMS = {
  spam: wordsOf(INTENT_WORDS.spam),
  complaint: wordsOf(INTENT_WORDS.complaint),
  support: wordsOf(INTENT_WORDS.support),
  question: wordsOf(INTENT_WORDS.question),
  lead: wordsOf(INTENT_WORDS.lead),
  praise: wordsOf(INTENT_WORDS.praise),
};
export const URGENCY_WORDS: readonly WordsByLanguage[] = [
  {
    en: "urgent|asap|immediately|emergency|right now",
    de: "dringend|sofort|notfall",
    fr: "d'urgence|urgent|immediatement",
    es: "urgente|inmediat|emergencia",
    it: "urgente|subito|emergenza|immediatament",
  },
  {
    en: "lawyer|legal action|sue you",
    de: "anwalt",
    fr: "avocat",
    es: "abogado",
    it: "avvocato",
  },
  {
    en: "allerg|injur|poison|fire hazard",
    de: "allerg|verletz|vergift",
    fr: "allerg|bless|intoxi",
    es: "alerg|herid|intoxi",
    it: "allerg|ferit|intossic",
  },
];
const URGENT_WORDS = wordsOf(URGENCY_WORDS);

const INTENT_ORDER = ["spam", "complaint", "support", "question", "lead", "praise"] as const;
const PRIORITY: Readonly<Record<Intent, Priority>> = {
  spam: "low",
  praise: "low",
  general: "normal",
  question: "normal",
  lead: "normal",
  complaint: "high",
  support: "high",
};

interface Verdict {
  intent: Intent;
  priority: Priority;
  confidence: number;
  summary: string;
  reason: string;
}

/** Classifies a comment by tables of words, with low confidence; used without an AI model. */
export function classifyByWords(text: string): Verdict {
  const plain = simplify(text);
  const hits = new Map(INTENT_ORDER.map((each) => [each, matchingWords(plain, INTENT_TERMS[each])]));
  // A question word is stronger evidence than a question mark alone.
  const asking = hits.get("question")?.filter((word) => word !== "?") ?? [];
  const intent: Intent = INTENT_ORDER.find((each) => (hits.get(each)?.length ?? 0) > 0) ?? "general";
  const words =
    intent === "general"
      ? []
      : intent === "question" && asking.length > 0
        ? asking
        : (hits.get(intent) ?? []);
  const urgent = intent === "spam" ? [] : matchingWords(plain, URGENT_WORDS);
  const confidence = intent === "general" ? 0.3 : Math.min(0.7, 0.45 + 0.1 * words.length);
  return {
    intent,
    priority: urgent.length > 0 ? "urgent" : PRIORITY[intent],
    confidence: Math.round(confidence * 100) / 100,
    summary: cutText(text.replace(/\s+/g, " ").trim(), 140),
    reason:
      [...words, ...urgent].length > 0
        ? `Words: ${[...new Set([...words, ...urgent])].slice(0, 5).join(", ")}.`
        : "No word of the tables.",
  };
}

function simplify(text: string): string {
  const bare = text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("’", "'");
  return ` ${bare.replace(/[^\p{L}\p{N}'?\p{Extended_Pictographic}]+/gu, " ").trim()} `;
}

function matchingWords(plain: string, words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const bare = word.replace(/^=/, "");
    if (!/^\p{L}/u.test(bare)) return plain.includes(bare) ? [bare] : [];
    const looked = word.startsWith("=")
      ? new RegExp(`(?<![\\p{L}\\p{N}])${bare}(?![\\p{L}\\p{N}])`, "u")
      : undefined;
    // An elided article stands before its word: j'adore, l'aide.
    const apart = plain.replaceAll("'", " ");
    const start = ` ${simplify(bare).trim()}`;
    const hit = looked ? looked.test(plain) : plain.includes(start) || apart.includes(start);
    return hit ? [bare] : [];
  });
}

// The words of all languages, because a comment's language is unknown.
function wordsOf(notions: readonly WordsByLanguage[]): string[] {
  return [
    ...new Set(notions.flatMap((notion) => LANGUAGES.flatMap((language) => notion[language].split("|")))),
  ];
}
