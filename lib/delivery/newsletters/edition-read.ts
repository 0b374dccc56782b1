import { sends } from "./table.ts";

/** The read of an edition, to be made together with others. */
export function editionRead(businessId: string, entryId: string): ReturnType<typeof sends.read> {
  return sends.read({ businessId, entryId });
}
