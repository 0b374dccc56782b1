import type { Intent } from "./comment-schema.ts";

export const LANGUAGES = ["en", "de", "fr", "es", "it"] as const;
type Language = (typeof LANGUAGES)[number];

/** Words for one idea by language, separated by `|`. Each matches words that begin with it; `=` only the whole word. */
export type WordsByLanguage = Readonly<Record<Language, string>>;

/** Words that are equal in all languages, such as a name or a sign. */
function inAllLanguages(words: string): WordsByLanguage {
  return { en: words, de: words, fr: words, es: words, it: words };
}

/** The words that show each intent. The type requires every language. */
export const INTENT_WORDS: Readonly<Record<Exclude<Intent, "general">, readonly WordsByLanguage[]>> = {
  spam: [
    inAllLanguages("bitcoin|crypto|casino|viagra|forex|onlyfans|=followers|whatsapp|telegram"),
    {
      en: "make money|earn money|passive income|dm me to earn|giveaway",
      de: "geld verdienen|passives einkommen",
      fr: "gagner de l'argent|revenu passif",
      es: "gana dinero|ganar dinero|ingresos pasivos",
      it: "guadagna|reddito passivo",
    },
    {
      en: "click here|click the link|link in bio|check my profile",
      de: "klick hier|klickt hier|link in der bio|mein profil",
      fr: "cliquez ici|clique ici|lien dans la bio|regarde mon profil|voir mon profil",
      es: "haz clic|enlace en la bio|mira mi perfil|visita mi perfil",
      it: "clicca qui|link in bio|guarda il mio profilo|visita il mio profilo",
    },
    {
      en: "follow me|follow back",
      de: "folge mir|folgt mir",
      fr: "suivez moi|suis moi",
      es: "sigueme|siganme",
      it: "seguimi|seguitemi",
    },
  ],
  complaint: [
    {
      en: "terrible|awful|worst|horrible|disgust",
      de: "schrecklich|furchtbar|schlechteste|katastroph|ekelhaft",
      fr: "nul|horrible|catastroph|degoutant|epouvantabl",
      es: "pesimo|horrible|fatal|asqueros|desastr",
      it: "pessim|orribil|schifo|disastr|terribil",
    },
    { en: "disappoint", de: "enttausch", fr: "decu|decev", es: "decepcion", it: "delus" },
    {
      en: "unacceptable",
      de: "inakzeptabel|unannehmbar",
      fr: "inacceptable",
      es: "inaceptable",
      it: "inaccettabil",
    },
    {
      en: "scam|ripped off|fraud",
      de: "betrug|abzocke|abgezockt",
      fr: "arnaque",
      es: "estafa",
      it: "truffa",
    },
    {
      en: "refund|reimburse",
      de: "erstattung|erstattet|ruckerstatt",
      fr: "rembours",
      es: "reembols",
      it: "rimbors",
    },
    {
      en: "money back|return my money|give me back my money",
      de: "geld zuruck|geld wieder",
      fr: "rendez moi mon argent|rends moi mon argent|recuperer mon argent|rendre mon argent",
      es: "mi dinero de vuelta|devuelvanme|devuelveme|devuelvan mi dinero|devolver mi dinero|devolucion de mi dinero",
      it: "soldi indietro|indietro i miei soldi|indietro i soldi|rivoglio i|ridatemi|restituitemi|denaro indietro",
    },
    { en: "never again", de: "nie wieder", fr: "plus jamais", es: "nunca mas", it: "mai piu" },
    {
      en: "rude|shame on you",
      de: "unverschamt|frech|unfreundlich",
      fr: "honteu|malpoli",
      es: "verguenza|groser",
      it: "vergogn|maleducat",
    },
    {
      en: "complain|waste of",
      de: "beschwer|verschwendung|geldverschwendung",
      fr: "porter plainte|me plaindre|perte de temps|perte d'argent",
      es: "quej|perdida de tiempo|perdida de dinero",
      it: "lament|reclam|perdita di tempo|soldi buttati",
    },
  ],
  support: [
    { en: "help", de: "hilfe|helfen", fr: "aide|aider", es: "ayuda", it: "aiuto|aiutar" },
    {
      en: "broken|damaged|defect|crash",
      de: "kaputt|beschadigt|defekt|abgesturzt",
      fr: "casse|abime|defectueu|plante",
      es: "roto|danado|defectuos",
      it: "rotto|rotta|danneggiat|difettos",
    },
    {
      en: "doesn't work|does not work|not working|can't|cannot|stuck",
      de: "funktioniert nicht|geht nicht",
      fr: "ne marche pas|ne fonctionne pas",
      es: "no funciona",
      it: "non funziona",
    },
    {
      en: "error|problem|issue",
      de: "fehler|problem",
      fr: "erreur|probleme",
      es: "error|problema",
      it: "errore|problema",
    },
    {
      en: "login|log in|password",
      de: "anmeld|passwort",
      fr: "connexion|mot de passe",
      es: "contrasena|iniciar sesion",
      it: "parola d'ordine|password|accedere al mio",
    },
    {
      en: "my order|not arrived|hasn't arrived|missing",
      de: "meine bestellung|nicht angekommen",
      fr: "ma commande|pas arriv",
      es: "mi pedido|no ha llegado|no llego",
      it: "il mio ordine|non e arrivat",
    },
  ],
  question: [
    inAllLanguages("?"),
    {
      en: "=when|=where|=how|=what|=which|=who|=why",
      de: "=wann|=wo|=wie|=was|=welche|=wer|=warum",
      fr: "=quand|=ou est|=comment|=quel|=quelle|=pourquoi|est-ce que",
      es: "=cuando|=donde|=como|=cual|=quien",
      it: "=quando|=dove|=come|=quale|=chi|=perche",
    },
    {
      en: "do you have|is there|are you open",
      de: "habt ihr|gibt es",
      fr: "avez-vous|avez vous",
      es: "teneis|tienen",
      it: "avete",
    },
  ],
  lead: [
    {
      en: "price|how much|cost|quote",
      de: "preis|was kostet|wie viel kostet|angebot",
      fr: "prix|combien|devis",
      es: "=precio|=precios|cuanto cuesta|cuanto vale",
      it: "prezzo|quanto costa|preventivo",
    },
    {
      en: "buy|order this|purchase|sign me up",
      de: "kaufen|bestellen",
      fr: "acheter|commander",
      es: "comprar",
      it: "comprare|acquist",
    },
    {
      en: "available|in stock|ship to",
      de: "verfugbar|lieferbar",
      fr: "disponible",
      es: "disponible",
      it: "disponibil",
    },
    {
      en: "interested|wholesale|discount",
      de: "interess|grosshandel|rabatt",
      fr: "interesse|promo",
      es: "interesad|descuento",
      it: "interessat|sconto",
    },
    { en: "book a", de: "buchen", fr: "reserver", es: "reservar", it: "prenotar" },
  ],
  praise: [
    inAllLanguages("❤|😍|🔥|👏|🥰"),
    {
      en: "love|favorite|favourite",
      de: "liebe",
      fr: "adore|j'aime",
      es: "encanta|adoro",
      it: "adoro",
    },
    {
      en: "great|amazing|awesome|perfect|best|wonderful|excellent|fantastic",
      de: "toll|super|wunderbar|perfekt|beste|grossartig|klasse|hervorragend",
      fr: "magnifique|parfait|meilleur|bravo|genial|formidable",
      es: "increible|perfecto|mejor|maravillos|excelente|genial|preciosa|preciosas|precioso|preciosos",
      it: "perfett|miglior|meraviglios|ottim|fantastic",
    },
    {
      en: "beautiful|gorgeous",
      de: "schon",
      fr: "tres beau|tres belle",
      es: "hermos",
      it: "bellissim",
    },
    {
      en: "delicious|yum",
      de: "lecker",
      fr: "delicieu",
      es: "delicios",
      it: "delizios|buonissim",
    },
    { en: "thank", de: "danke", fr: "merci", es: "gracias", it: "grazie" },
  ],
};
