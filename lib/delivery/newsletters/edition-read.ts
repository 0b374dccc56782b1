import { sends } from "./table.ts";

export function editionRead(businessId: string, entryId: string): ReturnType<typeof sends.read> {
  return sends.read({ businessId, entryId });
}
