import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { sameAddress } from "#core/mail/address-schema.ts";
import { USER, withField } from "./errors.ts";
import { isGuessable } from "./guessable.ts";

// OWASP's first argon2id setting that fits a small function: 19 MiB, two passes, one lane (Password Storage
// Cheat Sheet).
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

const MIN_LENGTH = 8;
const MAX_LENGTH = 256;

// Compared when there is no password, so that an unknown email address takes as long.
const ABSENT_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$O7laXyRh34Ou/t8OqIKfFA$Gq9ZS8CRcPIYp5q4qgRQwsXZlyGtwzNrsI6e/Gc+enY";

/** Hashes a password with argon2id (RFC 9106), in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await deriveTag(password, {
    salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    lanes: LANES,
    length: TAG_BYTES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64Text(salt)}$${base64Text(tag)}`;
}

/** Verifies a password. It takes as long if none is stored. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, , , settings = "", salt = "", tag = ""] = (stored ?? ABSENT_HASH).split("$");
  const [memory = 0, passes = 0, lanes = 0] = settings.split(",").map((part) => Number(part.slice(2)));
  const expected = Buffer.from(tag, "base64");
  const given = await deriveTag(password, {
    salt: Buffer.from(salt, "base64"),
    memory,
    passes,
    lanes,
    length: expected.length,
  });
  return timingSafeEqual(given, expected) && stored !== undefined;
}

/** Checks that a new password has an allowed length and cannot be guessed. */
export function checkPassword(
  password: string | undefined,
  field: string,
  email: string | undefined,
): string {
  if (!password) throw withField(USER.PASSWORD_REQUIRED(), field);
  const problem = problemOf(password, email);
  if (problem) throw withField(USER.PASSWORD_INVALID({ problem }), field);
  return password;
}

function problemOf(password: string, email: string | undefined): string | undefined {
  // A letter with its accent counts as one character, in either Unicode form.
  const length = [...password.normalize("NFC")].length;
  if (length < MIN_LENGTH) return `needs at least ${MIN_LENGTH} characters`;
  if (length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`;
  const local = email?.split("@")[0] ?? "";
  if (email && (sameAddress(password, email) || password.toLowerCase() === local)) return "is the address";
  if (isGuessable(password)) return "is one of those that are tried first";
  return undefined;
}

interface HashSettings {
  salt: Buffer;
  memory: number;
  passes: number;
  lanes: number;
  length: number;
}

function deriveTag(password: string, { salt, memory, passes, lanes, length }: HashSettings): Promise<Buffer> {
  // Keyboards encode one letter in several ways (NIST SP 800-63B, 3.1.1.2).
  const message = password.normalize("NFKC");
  const parameters = { message, nonce: salt, parallelism: lanes, tagLength: length, memory, passes };
  return new Promise((resolve, reject) => {
    argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function base64Text(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
