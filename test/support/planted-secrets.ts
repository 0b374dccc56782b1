import type { Invocation } from "#infra/local/handlers.ts";

/** Names of what nobody but its owner may read, in requests and answers. */
const SECRET =
  /token|secret|password|api_?key|sealed|credential|authorization|cookie|signature|checkout_?url|^code$/i;
/** Names of what says who somebody is or where. */
const PERSON =
  /e-?mail|phone|street|line_?1|line_?2|first_?name|last_?name|full_?name|postal|x-forwarded-for|sourceip/i;
/** A name that only says which: no secret. */
const NAMED = /(_id|Id|_type|_kind|_at|_until)$/;
/** What ids look like, and numbers, moments words, and Stripe's name of a page to pay at: they may stand anywhere. */
const OPEN =
  /^([a-z]{2,12}_[0-9a-z]{26}|[0-9a-f]{8}-[0-9a-f-]{27}|[\d.:TZ+-]+|[a-z._/-]+|[A-Z_.]+|cs_(test|live)_\w+)$/;
const LEAST = 10;
const MOST = 200_000;
/** Characters of a body, and levels of what is in it, in which a secret is looked for: no caller's are larger. */
const LARGEST = 64 * 1024;
const DEEPEST = 12;

/** What tests have sent and got that must stand in no line, and the words of all lines. */
export class PlantedSecrets {
  private readonly secrets = new Map<string, string>();
  private readonly words = new Map<string, string>();

  /** Keeps what a call was given and gave, in the forms that it may take. */
  plant({ id, event, answer }: Invocation): void {
    this.walk(id, "", parsed(event), DEEPEST);
    this.walk(id, "", parsed(answer), DEEPEST);
  }

  /** Keeps the words of a line, each with the first line that has it. */
  meet(line: string): void {
    for (const word of wordsOf(line)) if (!this.words.has(word)) this.words.set(word, line);
  }

  /** What was planted and met. */
  found(): (readonly [what: string, line: string])[] {
    return [...this.secrets].flatMap(([word, what]) => {
      const line = this.words.get(word);
      return line === undefined ? [] : [[what, `${word} in ${line}`] as const];
    });
  }

  private walk(id: string, name: string, value: unknown, levels: number): void {
    if (typeof value === "string") {
      if (NAMED.test(name) || !(SECRET.test(name) || PERSON.test(name))) return;
      for (const form of formsOf(value))
        for (const word of wordsOf(form))
          if (this.secrets.size < MOST && !this.secrets.has(word)) this.secrets.set(word, `${name} of ${id}`);
      return;
    }
    if (typeof value !== "object" || value === null || levels === 0) return;
    for (const [inner, each] of Object.entries(value))
      this.walk(id, Array.isArray(value) ? name : inner, each, levels - 1);
  }
}

function formsOf(text: string): string[] {
  return [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString("base64"),
    Buffer.from(text).toString("base64url"),
  ];
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_+=.~@%-]+/u).filter((word) => word.length >= LEAST && !OPEN.test(word));
}

/** An event or answer with what is JSON within it taken apart. */
function parsed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const body = Reflect.get(value, "body");
  const records = Reflect.get(value, "Records");
  // What the stream and the queues carry was planted before, or is sealed.
  if (Array.isArray(records)) return undefined;
  if (typeof body !== "string") return value;
  if (body.length > LARGEST) return { ...value, body: undefined };
  try {
    return { ...value, body: JSON.parse(body) };
  } catch {
    return { ...value, body: Object.fromEntries(new URLSearchParams(body)) };
  }
}
