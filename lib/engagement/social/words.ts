import type { Intent, Priority } from "./comment-schema.ts";

/** Beginnings of words, in English, German, French, Spanish and Italian; `=` asks for the whole word. */
const WORDS: Readonly<Record<Exclude<Intent, "general">, readonly string[]>> = {
  spam: table(
    "bitcoin|crypto|casino|viagra|forex|onlyfans|=followers|whatsapp|telegram|giveaway|follow me",
    "follow back|check my profile|click the link|click here|make money|earn money|dm me to earn",
    "link in bio|geld verdienen|klick hier|folge mir|mein profil|gagner de l'argent|cliquez ici",
    "suivez moi|gana dinero|haz clic|sigueme|guadagna|clicca qui|seguimi|passive income",
    "passives einkommen",
  ),
  complaint: table(
    "terrible|awful|worst|disappoint|unacceptable|scam|refund|never again|horrible|rude|ripped off",
    "disgust|complain|waste of|schrecklich|furchtbar|enttausch|unverschamt|nie wieder|frech",
    "beschwer|betrug|geld zuruck|katastroph|unfreundlich|decu|decev|inacceptable|nul|arnaque",
    "rembours|plus jamais|honteu|catastroph|decepcion|pesimo|inaceptable|estafa|reembols|nunca mas",
    "verguenza|quej|fatal|delus|pessim|inaccettabil|truffa|rimbors|mai piu|vergogn|schifo|lament",
  ),
  support: table(
    "help|broken|doesn't work|does not work|not working|can't|cannot|error|problem|issue|stuck",
    "login|log in|password|my order|not arrived|hasn't arrived|missing|damaged|defect|crash|hilfe",
    "helfen|kaputt|funktioniert nicht|geht nicht|fehler|anmeld|passwort|meine bestellung",
    "nicht angekommen|beschadigt|defekt|aide|aider|casse|ne marche pas|ne fonctionne pas|erreur",
    "probleme|mot de passe|ma commande|pas arriv|abime|connexion|ayuda|roto|no funciona|problema",
    "contrasena|mi pedido|no ha llegado|no llego|danado|aiuto|aiutar|rotto|non funziona|errore",
    "il mio ordine|non e arrivat|danneggiat",
  ),
  question: table(
    "?|=when|=where|=how|=what|=which|=who|=why|do you have|is there|are you open|=wann|=wo|=wie",
    "=was|=welche|=wer|=warum|habt ihr|gibt es|=quand|=ou est|=comment|=quel|=quelle|=pourquoi",
    "est-ce que|avez-vous|avez vous|=cuando|=donde|=como|=cual|=quien|teneis|tienen|=quando|=dove",
    "=come|=quale|=chi|=perche|avete",
  ),
  lead: table(
    "price|how much|cost|buy|order this|purchase|available|in stock|quote|interested|wholesale",
    "book a|sign me up|ship to|discount|preis|was kostet|wie viel kostet|kaufen|bestellen",
    "verfugbar|interess|angebot|grosshandel|buchen|lieferbar|rabatt|prix|combien|acheter|commander",
    "disponible|devis|reserver|promo|precio|cuanto cuesta|cuanto vale|comprar|disponible|reservar",
    "descuento|prezzo|quanto costa|comprare|acquist|disponibil|prenotar|sconto|preventivo",
  ),
  praise: table(
    "love|great|amazing|awesome|beautiful|perfect|delicious|thank|best|wonderful|excellent",
    "favorite|favourite|gorgeous|fantastic|yum|liebe|toll|super|wunderbar|schon|perfekt|lecker",
    "danke|beste|grossartig|klasse|hervorragend|adore|magnifique|parfait|merci|delicieu|meilleur",
    "bravo|genial|formidable|j'aime|encanta|increible|perfecto|gracias|delicios|mejor|precios",
    "maravillos|excelente|genial|adoro|bellissim|perfett|grazie|delizios|miglior|meraviglios|ottim",
    "fantastic|buonissim|❤|😍|🔥|👏|🥰",
  ),
};

const URGENT = table(
  "urgent|asap|immediately|emergency|right now|lawyer|legal action|sue you|allerg|injur|poison",
  "fire hazard|dringend|sofort|notfall|anwalt|verletz|vergift|d'urgence|immediatement|avocat",
  "bless|intoxi|urgente|inmediat|emergencia|abogado|herid|subito|emergenza|avvocato|ferit",
  "immediatament",
);

const PRECEDENCE = ["spam", "complaint", "support", "question", "lead", "praise"] as const;
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

/** What a comment is about, by word tables: no model, no network, and never sure. */
export function classifyByWords(text: string): Verdict {
  const plain = simplified(text);
  const hits = new Map(PRECEDENCE.map((intent) => [intent, found(plain, WORDS[intent])]));
  // A question about buying is a customer's; asking alone is not.
  const asks = hits.get("question")?.filter((word) => word !== "?") ?? [];
  const intent: Intent = PRECEDENCE.find((each) => (hits.get(each)?.length ?? 0) > 0) ?? "general";
  const words =
    intent === "general" ? [] : intent === "question" && asks.length > 0 ? asks : (hits.get(intent) ?? []);
  const urgent = intent === "spam" ? [] : found(plain, URGENT);
  const confidence = intent === "general" ? 0.3 : Math.min(0.7, 0.45 + 0.1 * words.length);
  return {
    intent,
    priority: urgent.length > 0 ? "urgent" : PRIORITY[intent],
    confidence: Math.round(confidence * 100) / 100,
    summary: text.replace(/\s+/g, " ").trim().slice(0, 140),
    reason:
      [...words, ...urgent].length > 0
        ? `Words: ${[...new Set([...words, ...urgent])].slice(0, 5).join(", ")}.`
        : "No word of the tables.",
  };
}

function simplified(text: string): string {
  const bare = text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("’", "'");
  return ` ${bare.replace(/[^\p{L}\p{N}'?\p{Extended_Pictographic}]+/gu, " ").trim()} `;
}

function found(plain: string, words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const bare = word.replace(/^=/, "");
    if (!/^\p{L}/u.test(bare)) return plain.includes(bare) ? [bare] : [];
    const looked = word.startsWith("=")
      ? new RegExp(`(?<![\\p{L}\\p{N}])${bare}(?![\\p{L}\\p{N}])`, "u")
      : undefined;
    // An elided article stands before its word: j'adore, l'aide.
    const apart = plain.replaceAll("'", " ");
    const start = ` ${simplified(bare).trim()}`;
    const hit = looked ? looked.test(plain) : plain.includes(start) || apart.includes(start);
    return hit ? [bare] : [];
  });
}

function table(...rows: string[]): string[] {
  return rows.flatMap((row) => row.split("|"));
}
