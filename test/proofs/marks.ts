import type { Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";
import type { Caller } from "#test/support/callers.ts";
import { CANARY } from "#test/support/planted-fields.ts";

/** What somebody read: a reply, a mail, a webhook, an event, a line, a row or an address. */
export interface Read {
  where: string;
  /** The store whose people read it; nobody's for what operators of the platform alone see. */
  store: string;
  reader: Reader;
  text: string;
}
export type Reader = Caller | "Anna" | "platform";

/** Texts that stand in what somebody wrote or holds, and in nothing else. */
export interface Mark {
  owner: string;
  /** What of the owner's stands in what somebody read. */
  fieldsIn(read: Read): string[];
  /** Who may read it; nobody unless set. */
  isFor?(read: Read): boolean;
}

/** Somebody of a store whose particulars can be told from all others. */
export interface Person {
  tag: string;
  mark: string;
  email: string;
  phone: string;
}

/** Who may read what a store's customers say of themselves, besides the customer: its staff and the platform's. */
const STAFF: readonly Reader[] = [
  ...(["owner", "admin", "member", "viewer", "key of the owner", "key of a viewer", "super"] as const),
];
/** The visitor that the examples are bought by. */
export const CUSTOMER: Caller = "visitor";

/** What is the store's own: public, and no person's. */
const PUBLIC = /^tenancy\/(stores|businesses|members)|^commerce\/locations|^content\/(?!forms)/;
const PEOPLE = /address|customer|contact|recipient|buyer/i;

export function personOf(tag: string): Person {
  const mark = newId("x").slice(-12);
  const digits = String(Number.parseInt(mark.slice(-6), 36) % 10_000_000).padStart(7, "0");
  return { tag, mark, email: `${tag}.${mark}@example.com`, phone: `+4930${digits}` };
}

/** What a person writes into a field of an operation: `createOrder.shipping_address.name`. */
export function written({ mark }: Pick<Person, "mark">, field: string): string {
  return `Canary ${mark} of ${field}`;
}

/** What a person of a store says of themself: for the store's staff, for the platform's and for the person. */
export function marksOfPerson({ tag: owner, mark, email, phone }: Person, store: string): Mark[] {
  const isFor = ({ where, store: own, reader }: Read) =>
    where === "table" ||
    reader === "super" ||
    (own === store && (STAFF.includes(reader) || reader === CUSTOMER));
  const one = (field: string, value: string): Mark => ({
    owner,
    fieldsIn: ({ text }) => (text.includes(value) ? [field] : []),
    isFor,
  });
  const texts = new RegExp(written({ mark }, "([\\w.]+)"), "g");
  return [
    one("email address", email),
    one("phone", phone),
    { owner, fieldsIn: ({ text }) => [...text.matchAll(texts)].map(([, field = ""]) => field), isFor },
  ];
}

/** A credential: for nobody but its holder, who has it already, and not even for the table. */
export function markOfCredential(owner: string, field: string, value: string): Mark {
  return {
    owner,
    fieldsIn: ({ text }) => (text.includes(value) ? [field] : []),
  };
}

/** What Anna typed: for the staff of the store, the platform's and for herself. */
export function markOfTyped(store: string): Mark {
  return {
    owner: "Anna",
    fieldsIn: ({ text }) => typedIn(text),
    isFor: ({ where, store: own, reader }) =>
      where === "table" ||
      reader === "super" ||
      (own === store && (STAFF.includes(reader) || reader === "Anna")),
  };
}

/** Where people are shown what they sent as they sent it, so that a field of theirs is no field of ours. */
const AS_SENT = [
  { from: "lib/delivery/activity/schema.ts", where: /^replies of updateBusinessEvent / },
  // What was written into a form with an appointment stands in its reservation's blocks, which hold anything.
  { from: "lib/commerce/carts/schema.ts", where: /reservation/i },
];

/** A field that was added to a stored schema: for nobody, and for no event. Logs may tell a record as it is. */
export const markOfStored: Mark = {
  owner: "a stored record",
  fieldsIn: ({ where, text }) =>
    (text.match(new RegExp(`${CANARY}[\\w /.:#-]*`, "g")) ?? []).filter(
      (found) => !AS_SENT.some((sent) => found.includes(sent.from) && sent.where.test(where)),
    ),
  // The reference prints the schemas themselves.
  isFor: ({ where }) => /^(table|row|logs|replies of getOpenapi )/.test(where),
};

/** Whatever Anna types says where: `zz-order-city-7-zz`. */
export function typed(field: string, count: number): string {
  return `zz-${field}-${count}-zz`;
}

/** Fields that Anna typed and that stand in a text: `order-city`. */
export function typedIn(text: string): string[] {
  const found = text.toLowerCase().matchAll(/zz-([a-z0-9-]+?)-\d+-zz/g);
  return [...new Set([...found].map(([, field = ""]) => field))];
}

/** A credential of the platform's own, whoever holds it: such as visitors', API and refresh tokens. */
const ISSUED = /\bsf[a-z]_[0-9a-z]{40,}_[0-9a-f]{64}_/;

/** What stands in a text that its reader may not read, in words that name the mark, its owner and the reader. */
export function problemsIn(read: Read, marks: readonly Mark[]): string[] {
  const { where, store, reader, text } = read;
  const by = store ? `${reader} of ${store}` : reader;
  const isShown = /^(replies|mails)/.test(where) || !ISSUED.test(text);
  const issued = isShown ? [] : [`A token that was issued is in the ${where}, read by ${by}.`];
  const found = marks
    .filter((mark) => !mark.isFor?.(read))
    .flatMap((mark) => [...new Set(mark.fieldsIn(read))].map((field) => ({ owner: mark.owner, field })));
  return [
    ...issued,
    ...found.map(({ owner, field }) => `${owner}'s ${field} is in the ${where}, read by ${by}.`),
  ];
}

/** Credentials that the examples of operations take, by what they are. */
export function plantedBy({ mark }: Person): [string, string][] {
  return [
    ["password", `a canary in the mine ${mark}`],
    ["provider's key", `sk_test_canary${mark}`],
    ["signing secret", `whsec_canary${mark}`],
    ["API key", `key_canary_${mark}_${mark}`],
  ];
}

/** An operation's example with a person's marks and credentials in the fields for them. */
export function marked(operation: Operation, example: unknown, person: Person): string | undefined {
  if (example === undefined) return undefined;
  const [password, key, signing, api] = plantedBy(person).map(([, value]) => value);
  const secrets: Record<string, string | undefined> = {
    password,
    secret_key: key,
    secretKey: key,
    webhook_secret: signing,
    webhookSecret: signing,
    apiKey: api,
  };
  const isPublic = PUBLIC.test(operation.folder);
  const visit = (value: unknown, path: readonly string[], isPerson: boolean): unknown => {
    const field = path.at(-1) ?? "";
    if (Array.isArray(value)) return value.map((each) => visit(each, path, isPerson));
    if (typeof value === "object" && value !== null) {
      const person = !isPublic && PEOPLE.test(field);
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
    return written(person, [operation.id, ...path].join("."));
  };
  return JSON.stringify(visit(example, [], false));
}
