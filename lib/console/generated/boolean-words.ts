// Written by npm run client. Do not change it by hand. It is lib/commerce/products/boolean-words.ts.
// Words for true and false by language, as spreadsheets and people write them: Unicode CLDR's "yesstr" and "nostr", and
// Excel's names of the functions TRUE and FALSE.
const BOOLEAN_WORDS: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  any: ["1 t", "0 f"],
  en: ["true yes y on", "false no n off"],
  de: ["wahr ja j ein", "falsch nein n aus"],
  fr: ["vrai oui o", "faux non n"],
  es: ["verdadero sí si s", "falso no n"],
  it: ["vero sì si s", "falso no n"],
  pt: ["verdadeiro sim s", "falso não nao n"],
  nl: ["waar ja j", "onwaar nee n"],
  pl: ["prawda tak t", "fałsz nie n"],
  cs: ["pravda ano a", "nepravda ne n"],
  sk: ["pravda áno a", "nepravda nie n"],
  sv: ["sant ja j", "falskt nej n"],
  da: ["sand ja j", "falsk nej n"],
  nb: ["sann ja j", "usann nei n"],
  fi: ["tosi kyllä k", "epätosi ei e"],
  hu: ["igaz igen i", "hamis nem n"],
  ro: ["adevărat da d", "fals nu n"],
  tr: ["doğru evet e", "yanlış hayır h"],
};

const VALUE_OF_WORD = valuesByWord();

/**
 * Whether a cell says yes or no in one of these languages; `undefined` if it says neither, or if languages disagree,
 * as they do about some single letters.
 */
export function parseBoolean(text: string): boolean | undefined {
  return VALUE_OF_WORD.get(text.trim().normalize("NFC").toLowerCase());
}

function valuesByWord(): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const unclear = new Set<string>();
  for (const pair of Object.values(BOOLEAN_WORDS))
    for (const [at, words] of pair.entries())
      for (const word of words.split(" ")) {
        const says = at === 0;
        if (found.has(word) && found.get(word) !== says) unclear.add(word);
        found.set(word, says);
      }
  for (const word of unclear) found.delete(word);
  return found;
}
