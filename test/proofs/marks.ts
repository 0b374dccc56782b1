import type { Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import type { Caller } from "#test/support/callers.ts";
import { CANARY } from "#test/support/planted-fields.ts";

/** A text that somebody can read: a reply, mail, webhook, event, log, row or requested URL. */
export interface ReadText {
  where: string;
  /** The reader's store; empty for what only the platform's operators see. */
  store: string;
  reader: Reader;
  text: string;
}
export type Reader = Caller | "Anna" | "platform";

/** Unique texts in somebody's data or credentials. */
export interface Mark {
  owner: string;
  /** Names of the owner's fields that the text contains. */
  fieldsIn(read: ReadText): string[];
  /** Who may read it; nobody unless set. */
  isFor?(read: ReadText): boolean;
}

/** A person whose personal data is unique. */
export type Person = { tag: string; mark: string; email: string; phone: string };

/** Readers of customer data besides the customer: staff of the store and of the platform. */
const STAFF_READERS: readonly Reader[] = [
  ...(["owner", "admin", "member", "viewer", "key of the owner", "key of a viewer", "super"] as const),
];
/** The caller who is the customer in the examples. */
export const CUSTOMER_CALLER: Caller = "visitor";

/** Operations whose texts are public and belong to the store. */
const PUBLIC_OPERATIONS = /^tenancy\/(stores|businesses|members)|^commerce\/locations|^content\/(?!forms)/;
const PERSONAL_FIELDS = /address|customer|contact|recipient|buyer/i;

export function markedPerson(tag: string): Person {
  const mark = newId("x").slice(-12);
  const digits = String(Number.parseInt(mark.slice(-6), 36) % 10_000_000).padStart(7, "0");
  return { tag, mark, email: `${tag}.${mark}@example.com`, phone: `+4930${digits}` };
}

/** What a person writes into a field of an operation: `createOrder.shipping_address.name`. */
export function writtenText({ mark }: Pick<Person, "mark">, field: string): string {
  return `Canary ${mark} of ${field}`;
}

/** A person's data: staff of the store, staff of the platform and the person may read it. */
export function marksOfPerson({ tag: owner, mark, email, phone }: Person, store: string): Mark[] {
  const isFor = ({ where, store: own, reader }: ReadText) =>
    where === "table" ||
    reader === "super" ||
    (own === store && (STAFF_READERS.includes(reader) || reader === CUSTOMER_CALLER));
  const one = (field: string, value: string): Mark => ({
    owner,
    fieldsIn: ({ text }) => (text.includes(value) ? [field] : []),
    isFor,
  });
  const texts = new RegExp(writtenText({ mark }, "([\\w.]+)"), "g");
  return [
    one("email address", email),
    one("phone", phone),
    { owner, fieldsIn: ({ text }) => [...text.matchAll(texts)].map(([, field = ""]) => field), isFor },
  ];
}

/** A credential: nobody may read it, and it must not even be in the table. */
export function markOfCredential(owner: string, field: string, value: string): Mark {
  return { owner, fieldsIn: ({ text }) => (text.includes(value) ? [field] : []) };
}

/** Anna's typed texts: staff of the store, staff of the platform and she herself may read them. */
export function markOfAnna(store: string): Mark {
  return {
    owner: "Anna",
    fieldsIn: ({ text }) => typedFieldsIn(text),
    isFor: ({ where, store: own, reader }) =>
      where === "table" ||
      reader === "super" ||
      (own === store && (STAFF_READERS.includes(reader) || reader === "Anna")),
  };
}

/** Replies that contain stored input unchanged, so its fields are not in our schemas. */
const UNCHANGED_INPUT = [
  { from: "lib/delivery/activity/schema.ts", where: /^replies of updateBusinessEvent / },
  // Answers to an appointment's form are stored in the blocks of its reservation.
  { from: "lib/commerce/carts/schema.ts", where: /reservation/i },
];

/** A field added to stored schemas: only the table and logs may contain it. */
export const storedFieldMark: Mark = {
  owner: "a stored record",
  fieldsIn: ({ where, text }) =>
    (text.match(new RegExp(`${CANARY}[\\w /.:#-]*`, "g")) ?? []).filter(
      (found) => !UNCHANGED_INPUT.some((sent) => found.includes(sent.from) && sent.where.test(where)),
    ),
  // The reference prints the schemas.
  isFor: ({ where }) => /^(table|row|logs|replies of getOpenapi )/.test(where),
};

/** A text that Anna types, which names its field: `zz-order-city-7-zz`. */
export function typedText(field: string, count: number): string {
  return `zz-${field}-${count}-zz`;
}

/** Names of the fields that Anna typed and that a text contains: `order-city`. */
export function typedFieldsIn(text: string): string[] {
  const found = text.toLowerCase().matchAll(/zz-([a-z0-9-]+?)-\d+-zz/g);
  return [...new Set([...found].map(([, field = ""]) => field))];
}

/** A token that the platform issues: visitor, API and refresh tokens. */
const ISSUED_TOKEN = /\bsf[a-z]_[0-9a-z]{40,}_[0-9a-f]{64}_/;

/** Sentences about each mark in a text that its reader may not read. */
export function problemsIn(read: ReadText, marks: readonly Mark[]): string[] {
  const { where, store, reader, text } = read;
  const by = store ? `${reader} of ${store}` : reader;
  const isShown = /^(replies|mails)/.test(where) || !ISSUED_TOKEN.test(text);
  const issued = isShown ? [] : [`A token that was issued is in the ${where}, read by ${by}.`];
  const found = marks
    .filter((mark) => !mark.isFor?.(read))
    .flatMap((mark) => [...new Set(mark.fieldsIn(read))].map((field) => ({ owner: mark.owner, field })));
  return [
    ...issued,
    ...found.map(({ owner, field }) => `${owner}'s ${field} is in the ${where}, read by ${by}.`),
  ];
}

/** Credentials put into the examples of operations. */
export function credentialsOf({ mark }: Person): [string, string][] {
  return [
    ["password", `a canary in the mine ${mark}`],
    ["provider's key", `sk_test_canary${mark}`],
    ["signing secret", `whsec_canary${mark}`],
    ["API key", `key_canary_${mark}_${mark}`],
  ];
}

/** An operation's example with a person's marks and credentials in its fields. */
export function markedExample(operation: Operation, example: unknown, person: Person): string | undefined {
  if (example === undefined) return undefined;
  const [password, key, signing, api] = credentialsOf(person).map(([, value]) => value);
  const secrets: Record<string, string | undefined> = {
    password,
    secret_key: key,
    secretKey: key,
    webhook_secret: signing,
    webhookSecret: signing,
    apiKey: api,
  };
  const isPublic = PUBLIC_OPERATIONS.test(operation.folder);
  const visit = (value: unknown, path: readonly string[], isPerson: boolean): unknown => {
    const field = path.at(-1) ?? "";
    if (Array.isArray(value)) return value.map((each) => visit(each, path, isPerson));
    if (typeof value === "object" && value !== null) {
      const person = !isPublic && PERSONAL_FIELDS.test(field);
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, visit(inner, [...path, name], person)]),
      );
    }
    if (typeof value !== "string") return value;
    if (secrets[field] !== undefined) return secrets[field];
    if (isPublic) return value;
    if (field === "email") return person.email;
    if (!isPerson) return value;
    if (field === "phone") return person.phone;
    if (!/^(name|street1?|line1)$/.test(field)) return value;
    return writtenText(person, [operation.id, ...path].join("."));
  };
  return JSON.stringify(visit(example, [], false));
}
