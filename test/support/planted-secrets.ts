import type { Invocation } from "#infra/local/handlers.ts";

/** Names of fields with secrets. */
const SECRET_NAME =
  /token|secret|password|api_?key|sealed|credential|authorization|cookie|signature|checkout_?url|^code$/i;
/** Names of fields with personal data. */
const PERSON_NAME =
  /e-?mail|phone|street|line_?1|line_?2|first_?name|last_?name|full_?name|postal|x-forwarded-for|sourceip/i;
/** Names of harmless fields. */
const HARMLESS_NAME = /(_id|Id|_type|_kind|_at|_until)$/;
/** Harmless values: ids, numbers, times, words, and Stripe's session ids. */
const HARMLESS_VALUE =
  /^([a-z]{2,12}_[0-9a-z]{26}|[0-9a-f]{8}-[0-9a-f-]{27}|[\d.:TZ+-]+|[a-z._/-]+|[A-Z_.]+|cs_(test|live)_\w+)$/;
const MIN_LENGTH = 10;
const MAX_SECRETS = 200_000;
/** Characters of a body, and nesting levels, to search for secrets. */
const MAX_BODY = 64 * 1024;
const MAX_DEPTH = 12;

/** Collects secrets that tests have sent or received, and finds those that were logged. */
export class PlantedSecrets {
  private readonly secrets = new Map<string, string>();
  private readonly words = new Map<string, string>();

  /** Records the secrets of a call in all their encodings. */
  plant({ id, event, answer }: Invocation): void {
    this.walk(id, "", withParsedJson(event), MAX_DEPTH);
    this.walk(id, "", withParsedJson(answer), MAX_DEPTH);
  }

  /** Records the words of a line. */
  meet(line: string): void {
    for (const word of wordsOf(line)) if (!this.words.has(word)) this.words.set(word, line);
  }

  /** Secrets that were logged. */
  found(): (readonly [what: string, line: string])[] {
    return [...this.secrets].flatMap(([word, what]) => {
      const line = this.words.get(word);
      return line === undefined ? [] : [[what, `${word} in ${line}`] as const];
    });
  }

  private walk(id: string, name: string, value: unknown, levels: number): void {
    if (typeof value === "string") {
      if (HARMLESS_NAME.test(name) || !(SECRET_NAME.test(name) || PERSON_NAME.test(name))) return;
      for (const form of encodingsOf(value))
        for (const word of wordsOf(form))
          if (this.secrets.size < MAX_SECRETS && !this.secrets.has(word))
            this.secrets.set(word, `${name} of ${id}`);
      return;
    }
    if (typeof value !== "object" || value === null || levels === 0) return;
    for (const [inner, each] of Object.entries(value))
      this.walk(id, Array.isArray(value) ? name : inner, each, levels - 1);
  }
}

function encodingsOf(text: string): string[] {
  return [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString("base64"),
    Buffer.from(text).toString("base64url"),
  ];
}

function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}_+=.~@%-]+/u)
    .filter((word) => word.length >= MIN_LENGTH && !HARMLESS_VALUE.test(word));
}

/** An event or answer with nested JSON parsed. */
function withParsedJson(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const body = Reflect.get(value, "body");
  const records = Reflect.get(value, "Records");
  // Streams and queues only carry what was recorded before, or encrypted data.
  if (Array.isArray(records)) return undefined;
  if (typeof body !== "string") return value;
  if (body.length > MAX_BODY) return { ...value, body: undefined };
  try {
    return { ...value, body: JSON.parse(body) };
  } catch {
    return { ...value, body: Object.fromEntries(new URLSearchParams(body)) };
  }
}
