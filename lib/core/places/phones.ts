/** Cleans a phone number: invisible characters are removed, and blanks, digits and signs become plain ones. */
export function typedPhone(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Cf}+/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * An international number in the form of E.164: `00` becomes +, and `(0)` is removed, because nobody dials it from
 * abroad.
 */
export function toE164(text: string): string {
  const digits = typedPhone(text)
    .replace(/^tel:/i, "")
    .replace(/[\s().\-/[\]]/g, (sign) => (sign === "(" ? "(" : sign === ")" ? ")" : ""))
    .replace(/^\(?(?:\+|00)\)?/, "+");
  return digits.replace(/(?<!^\+39)\(0\)/, "").replace(/[()]/g, "");
}
