/** Invisible characters: white space, those that Unicode says to ignore, controls, and the empty Braille cell. */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u;

/** Whether a text is empty or invisible. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text);
}
