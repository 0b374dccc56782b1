import { people } from "./table.ts";

/** The address of a person, empty for one without. */
export async function emailOf(personId: string): Promise<string> {
  const found = await people.find({ id: personId });
  return found?.email ?? "";
}
