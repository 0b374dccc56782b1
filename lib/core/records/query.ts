import type { SortField } from "#core/dynamo/list/types.ts";

/** The parameters that the lists of records share. */
export interface RecordsQuery<Status extends string = string> {
  limit?: number | undefined;
  cursor?: string | undefined;
  query?: string | undefined;
  sort_field?: SortField | undefined;
  sort_direction?: "asc" | "desc" | undefined;
  created_at_from?: number | undefined;
  created_at_to?: number | undefined;
  ids?: string[] | undefined;
  key?: string | undefined;
  status?: Status | undefined;
  statuses?: Status[] | undefined;
}
