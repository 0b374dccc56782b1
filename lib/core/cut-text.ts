/** The first characters of a text. A character of two units, such as 𠮷, is not cut in half: the table refuses halves. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
