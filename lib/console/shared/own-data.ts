import { intentKey } from "@storefront-backend/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { write } from "#console/shared/api/call.ts";
import { readQuery } from "#console/shared/api/queries.ts";
import { useStore } from "#console/shared/store.ts";

export interface OwnData {
  isLoaded: boolean;
  /** The values by key, without the prefix. */
  stored: ReadonlyMap<string, unknown>;
  put(name: string, value: unknown): Promise<void>;
  drop(name: string): Promise<void>;
}

/** The user's own data in a store, by prefix: saved views, skipped steps. One read loads all prefixes. */
export function useOwnData(prefix: string): OwnData {
  const { id } = useStore();
  const client = useQueryClient();
  const all = `console:${id}:`;
  const query = readQuery("listData", id, {}, { key: all, limit: 100 });
  const { data } = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY });
  const keyPrefix = all + prefix;
  const stored = new Map(
    (data?.items ?? []).flatMap(({ key, value }) =>
      key.startsWith(keyPrefix) ? [[key.slice(keyPrefix.length), value] as const] : [],
    ),
  );
  const change = (edit: (items: { key: string; value: unknown }[]) => { key: string; value: unknown }[]) =>
    client.setQueryData(query.queryKey, (before: typeof data) =>
      before ? { ...before, items: edit(before.items) } : before,
    );
  return {
    isLoaded: data !== undefined,
    stored,
    async put(name, value) {
      const key = keyPrefix + name;
      change((items) => [...items.filter((each) => each.key !== key), { key, value }]);
      await write("putData", id, {}, { key, value: value as never }, intentKey());
    },
    async drop(name) {
      const key = keyPrefix + name;
      change((items) => items.filter((each) => each.key !== key));
      await write("deleteData", id, {}, undefined, intentKey(), { key });
    },
  };
}
