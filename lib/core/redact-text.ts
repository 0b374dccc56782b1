// Removes personal data and secrets from texts that are logged.

/** Most characters of a text in a log line. */
const MAX_TEXT_LENGTH = 4000;
/** Longest word, in characters, that is dropped as a whole where a text is cut. */
const MAX_WORD_LENGTH = 1000;

// The repetitions of the next two patterns are bounded, because an attacker may choose the text.
/** Email addresses, also URL-encoded. */
const MAIL_ADDRESS =
  /[\p{L}\p{N}.!#$&*?^{|}~_%+'=-]{1,128}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}[\p{L}\p{N}-]{1,62}/gu;
/** International phone numbers with any separators, also URL-encoded. */
const PHONE = /(?<![\p{L}\p{N}.])(?:\+|%2B)[1-9](?:(?:[^\S\n]|[()./\u2010-\u2015-]){0,3}\d){7,14}(?!\d)/giu;
/** Everything of a URL but its host: its path may be a secret, as those of webhooks are. */
const URL_PARTS = /\b(https?:\/\/)(?:[^\s/"'<>@]*@)?([^\s/"'<>?#@]+)[^\s"'<>]*/gi;
const JWT = /\beyJ[\w-]{5,}(?:\.[\w-]*){1,4}/g;
/**
 * Keys of providers and our own tokens, by their prefixes. Ids of checkout sessions (`cs_`) look similar, but are no
 * secrets.
 */
const SECRET_KEYS =
  /\b(?:\w{1,60}_secret_|(?!cs_)[a-z]{2,8}_(?:live|test)_|whsec_|sf[a-z]{1,2}_|[Bb]earer\s+|Basic\s+)[\w+/=.~-]{8,}/g;

/** Removes email addresses, phone numbers, credentials, and the paths and queries of URLs. */
export function redactText(text: string): string {
  const short = cutAtWord(text, MAX_TEXT_LENGTH).replace(URL_PARTS, "$1$2/…");
  return (/@|%40/.test(short) ? short.replace(MAIL_ADDRESS, "(address)") : short)
    .replace(PHONE, "(phone)")
    .replace(JWT, "(token)")
    .replace(SECRET_KEYS, "(token)");
}

/** Cuts a text at the end of a word, because half an email address is not recognized as one. */
function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most;
  while (end > most - MAX_WORD_LENGTH && !/[\s"'<>,;]/.test(text.charAt(end))) end--;
  return `${text.slice(0, Math.max(0, end))}…`;
}

/** V8's message for invalid JSON, after the part that it quotes. */
const NOT_JSON_TEXT = " is not valid JSON";
/** A long run of letters and digits that may be a token. Ids are shorter. */
const LONG_RUN = /[\w+/=~-]{40,}/g;

/** The message of an error without the input that it quotes, cut to `most` characters. */
export function redactErrorText(text: string, most = MAX_TEXT_LENGTH): string {
  return cutAtWord(withoutQuote(text), most).replace(LONG_RUN, (run) => (isToken(run) ? "(token)" : run));
}

function withoutQuote(text: string): string {
  const end = text.lastIndexOf(NOT_JSON_TEXT);
  const begin = text.indexOf('"');
  return begin === -1 || begin > end ? text : `${text.slice(0, begin)}(text)${text.slice(end)}`;
}

// Paths in stacks are words, and providers' request ids are hex digits: neither is a token.
function isToken(run: string): boolean {
  return /\d/.test(run) && /[a-z]/i.test(run) && !/^[0-9a-f-]+$/i.test(run) && !run.startsWith("/");
}
