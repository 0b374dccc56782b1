import type { Operation } from "#core/http/contract.ts";
import { newId } from "#core/id.ts";

/** Somebody whose particulars can be told from all others. */
export interface Person {
  tag: string;
  email: string;
  marks: Record<"address" | "name" | "phone" | "street", string>;
}

/** What is the store's own: public, and no person's. */
const PUBLIC = /^tenancy\/(stores|businesses|members)|^commerce\/locations|^content\/(?!forms)/;
const PEOPLE = /address|customer|contact|recipient|buyer/i;

export function personOf(tag: string): Person {
  const mark = newId("x").slice(-12);
  const digits = String(Date.now() % 10_000_000).padStart(7, "0");
  const email = `${tag}.${mark}@example.com`;
  return {
    tag,
    email,
    marks: { address: email, name: `Canary ${mark}`, phone: `+4930${digits}`, street: `Lane ${mark}` },
  };
}

/** Credentials that the examples of operations take, by what they are. */
export function plantedBy({ marks }: Person): [string, string][] {
  const mark = marks.address.slice(-24, -12);
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
  const particulars: Record<string, string> = {
    name: person.marks.name,
    street1: person.marks.street,
    street: person.marks.street,
    line1: person.marks.street,
    phone: person.marks.phone,
  };
  const isPublic = PUBLIC.test(operation.folder);
  const visit = (value: unknown, field: string, isPerson: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => visit(each, field, isPerson));
    if (typeof value === "object" && value !== null) {
      const person = !isPublic && PEOPLE.test(field);
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, visit(inner, name, person)]),
      );
    }
    if (typeof value !== "string") return value;
    if (secrets[field] !== undefined) return secrets[field];
    if (isPublic) return value;
    if (field === "email") return person.email;
    return isPerson && particulars[field] !== undefined ? particulars[field] : value;
  };
  return JSON.stringify(visit(example, "", false));
}
