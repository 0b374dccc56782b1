/** What nobody sees: white space of every kind, what Unicode says to ignore, controls, and the empty Braille cell. */
const UNSEEN = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u;

/** Whether a text says nothing: it is empty, or nothing of it can be seen. */
export function isBlank(text: string): boolean {
  return UNSEEN.test(text);
}
