// Takes out of texts what may stand in no log.

/** Characters of a text that a line has at most. */
const LONGEST = 4000;

/** Addresses of mail, also as they stand in URLs. */
const MAIL = /[\p{L}\p{N}._%+'=-]+(?:@|%40)(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+/gu;
/** Numbers of phones as E.164 has them, also as they stand in URLs. */
const PHONE = /(?<![\p{L}\p{N}.])(?:\+|%2B)\d(?:[ ()-]?\d){7,14}(?!\d)/giu;
/** Of an URL nothing but where it leads to: its path may be a secret, as those of hooks are. */
const URL_PARTS = /\b(https?:\/\/)(?:[^\s/"'<>@]*@)?([^\s/"'<>?#@]+)[^\s"'<>]*/gi;
const JWT = /\beyJ[\w-]{5,}(?:\.[\w-]*){1,4}/g;
/** Keys of providers and tokens of ours, which begin by what they are. A page to pay at has a name of that form too. */
const KEYS =
  /\b(?:\w+_secret_|(?!cs_)[a-z]{2,8}_(?:live|test)_|whsec_|sf[a-z]{1,2}_|Bearer\s+|Basic\s+)[\w+/=.~-]{8,}/g;

/** A text without addresses, numbers of phones, credentials and the paths and queries of URLs. */
export function cleared(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return short
    .replace(URL_PARTS, "$1$2/…")
    .replace(MAIL, "(address)")
    .replace(PHONE, "(phone)")
    .replace(JWT, "(token)")
    .replace(KEYS, "(token)");
}

/** What V8 quotes of a text that is no JSON. */
const NO_JSON = /(?:, )?(?:\.\.\.)?"[\s\S]*"(?:\.\.\.)? is not valid JSON/g;
/** A run of characters that may be a token: long, and of letters and digits. Ids are shorter. */
const RUN = /[\w+/=~-]{40,}/g;

/** What an error says, without what it quotes of what it was given. */
export function clearedError(text: string | undefined): string | undefined {
  return text?.replace(NO_JSON, " is not valid JSON").replace(RUN, (run) => (isToken(run) ? "(token)" : run));
}

// Parts of a path in a stack are words; the names of providers' requests are of hex digits.
function isToken(run: string): boolean {
  return /\d/.test(run) && /[a-z]/i.test(run) && !/^[0-9a-f-]+$/i.test(run) && !run.startsWith("/");
}
