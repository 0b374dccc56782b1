import type { ListParameters } from "#core/dynamo/list/rows.ts";

export interface RecordsQuery<Status extends string = string> extends ListParameters {
  ids?: string[] | undefined;
  key?: string | undefined;
  status?: Status | undefined;
  statuses?: Status[] | undefined;
}
