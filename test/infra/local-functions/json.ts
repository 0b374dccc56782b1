export async function jsonOf<T>(answer: Response): Promise<T> {
  return JSON.parse(await answer.text());
}
