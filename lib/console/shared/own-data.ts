import { intentKey } from "@storefront-backend/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { write } from "#console/shared/api/call.ts";
import { readOf } from "#console/shared/api/queries.ts";
import { useStore } from "#console/shared/store.ts";

export interface Own {
  known: boolean;
  /** The values by key, without the prefix. */
  kept: ReadonlyMap<string, unknown>;
  put(name: string, value: unknown): Promise<void>;
  drop(name: string): Promise<void>;
}

/** The account's own data in a store, such as saved views and skipped steps. All of it is read once. */
export function useOwnData(prefix: string): Own {
  const { id } = useStore();
  const client = useQueryClient();
  const all = `console:${id}:`;
  const asked = readOf("listData", id, {}, { key: all, limit: 100 });
  const { data } = useQuery({ ...asked, staleTime: Number.POSITIVE_INFINITY });
  const begin = all + prefix;
  const kept = new Map(
    (data?.items ?? []).flatMap(({ key, value }) =>
      key.startsWith(begin) ? [[key.slice(begin.length), value] as const] : [],
    ),
  );
  const change = (edit: (items: { key: string; value: unknown }[]) => { key: string; value: unknown }[]) =>
    client.setQueryData(asked.queryKey, (before: typeof data) =>
      before ? { ...before, items: edit(before.items) } : before,
    );
  return {
    known: data !== undefined,
    kept,
    async put(name, value) {
      const key = begin + name;
      change((items) => [...items.filter((each) => each.key !== key), { key, value }]);
      await write("putData", id, {}, { key, value: value as never }, intentKey());
    },
    async drop(name) {
      const key = begin + name;
      change((items) => items.filter((each) => each.key !== key));
      await write("deleteData", id, {}, undefined, intentKey(), { key });
    },
  };
}
