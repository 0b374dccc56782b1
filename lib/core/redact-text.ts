// Takes out of texts what may stand in no log.

/** Characters of a text that a line has at most. */
const LONGEST = 4000;
/** Characters of the longest word that is left out whole where a text is cut. */
const WORD = 1000;

// Each repetition has a bound: what is cleared may be chosen by whoever sent it.
/** Addresses of mail, also as they stand in URLs. */
const MAIL =
  /[\p{L}\p{N}.!#$&*?^{|}~_%+'=-]{1,128}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}[\p{L}\p{N}-]{1,62}/gu;
/** Numbers of phones with the code of their country, however people part them, also as they stand in URLs. */
const PHONE = /(?<![\p{L}\p{N}.])(?:\+|%2B)[1-9](?:(?:[^\S\n]|[()./\u2010-\u2015-]){0,3}\d){7,14}(?!\d)/giu;
/** Of an URL nothing but where it leads to: its path may be a secret, as those of hooks are. */
const URL_PARTS = /\b(https?:\/\/)(?:[^\s/"'<>@]*@)?([^\s/"'<>?#@]+)[^\s"'<>]*/gi;
const JWT = /\beyJ[\w-]{5,}(?:\.[\w-]*){1,4}/g;
/** Keys of providers and tokens of ours, which begin by what they are. A page to pay at has a name of that form too. */
const KEYS =
  /\b(?:\w{1,60}_secret_|(?!cs_)[a-z]{2,8}_(?:live|test)_|whsec_|sf[a-z]{1,2}_|[Bb]earer\s+|Basic\s+)[\w+/=.~-]{8,}/g;

/** A text without addresses, numbers of phones, credentials and the paths and queries of URLs. */
export function redactText(text: string): string {
  const short = beginning(text, LONGEST).replace(URL_PARTS, "$1$2/…");
  return (/@|%40/.test(short) ? short.replace(MAIL, "(address)") : short)
    .replace(PHONE, "(phone)")
    .replace(JWT, "(token)")
    .replace(KEYS, "(token)");
}

/** A text, or what it begins with, up to the end of a word: half an address looks like none. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most;
  while (end > most - WORD && !/[\s"'<>,;]/.test(text.charAt(end))) end--;
  return `${text.slice(0, Math.max(0, end))}…`;
}

/** What V8 says of a text that is no JSON, behind what it quotes of it. */
const NO_JSON = " is not valid JSON";
/** A run of characters that may be a token: long, and of letters and digits. Ids are shorter. */
const RUN = /[\w+/=~-]{40,}/g;

/** What an error says, or the most of it, without what it quotes of what it was given. */
export function redactErrorText(text: string, most = LONGEST): string {
  return beginning(withoutQuote(text), most).replace(RUN, (run) => (isToken(run) ? "(token)" : run));
}

function withoutQuote(text: string): string {
  const end = text.lastIndexOf(NO_JSON);
  const begin = text.indexOf('"');
  return begin === -1 || begin > end ? text : `${text.slice(0, begin)}(text)${text.slice(end)}`;
}

// Parts of a path in a stack are words; the names of providers' requests are of hex digits.
function isToken(run: string): boolean {
  return /\d/.test(run) && /[a-z]/i.test(run) && !/^[0-9a-f-]+$/i.test(run) && !run.startsWith("/");
}
