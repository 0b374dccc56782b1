import { sends } from "./table.ts";

/** The read of an edition, for a batch of reads. */
export function editionRead(businessId: string, entryId: string): ReturnType<typeof sends.read> {
  return sends.read({ businessId, entryId });
}
