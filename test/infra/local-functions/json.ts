/** The body of an answer; the assertions on it say what it is. */
export async function jsonOf<T>(answer: Response): Promise<T> {
  return JSON.parse(await answer.text());
}
