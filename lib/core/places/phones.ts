/**
 * A phone number without what nobody sees: direction marks and joiners are taken out, every blank is a plain one, digits
 * and signs of full width are plain.
 */
export function typedPhone(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Cf}+/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/\s+/g, " ")
    .trim();
}

/** An international number as E.164 writes it, as far as its signs go: `00` is +, and `(0)` is not dialled from abroad. */
export function toE164(text: string): string {
  const digits = typedPhone(text)
    .replace(/^tel:/i, "")
    .replace(/[\s().\-/[\]]/g, (sign) => (sign === "(" ? "(" : sign === ")" ? ")" : ""))
    .replace(/^\(?(?:\+|00)\)?/, "+");
  return digits.replace(/(?<!^\+39)\(0\)/, "").replace(/[()]/g, "");
}
