import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useRead } from "#console/shared/api/hooks.ts";
import type { Item, ListId, Params, Query } from "#console/shared/api/types.ts";
import { Picks, type PicksProps } from "./picks.tsx";

interface RecordPicksProps<O extends ListId> extends Omit<PicksProps, "of" | "search"> {
  operation: O;
  nameOf: (record: Item<O>) => string;
}

/** Picks several records of a list, which are found by the API's search for the typed text. */
export function RecordPicks<O extends ListId>({ operation, nameOf, ...rest }: RecordPicksProps<O>) {
  const [typed, type] = useState<string>();
  const [query] = useDebouncedValue(typed, 250);
  const { value } = rest;
  // Most lists share these parameters, but the types of the API do not say so.
  const queryOf = (more: object) => ({ limit: "20", ...more }) as Query<O>;
  const none = {} as Params<O>;
  const found = useRead(operation, none, queryOf(query ? { query } : {}), {
    keepPrevious: true,
    enabled: typed !== undefined,
  });
  const chosen = useRead(operation, none, queryOf({ ids: value.join(",") }), {
    enabled: value.length > 0,
    keepPrevious: true,
  });
  const listed = (data: unknown): (Item<O> & { id: string })[] => Object(data).items ?? [];
  const hits = listed(found.data);
  const names = new Map([...listed(chosen.data), ...hits].map((item) => [item.id, nameOf(item)]));
  const ids = new Set([...value, ...hits.map(({ id }) => id)]);
  return (
    <Picks {...rest} search={type} of={[...ids].map((id) => ({ value: id, label: names.get(id) ?? id }))} />
  );
}
