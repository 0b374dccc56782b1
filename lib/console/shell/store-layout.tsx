import { Outlet, useLocation, useParams } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { Failure } from "#console/shared/failure.tsx";
import { roleOf } from "#console/shared/roles.ts";
import { useAccount, useStores } from "#console/shared/session/account.ts";
import { type OpenStore, StoreContext } from "#console/shared/store.ts";
import { Frame } from "./frame.tsx";
import { rememberStore } from "./home.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { Redirect } from "./redirect.tsx";
import { LoadingScreen } from "./require-sign-in.tsx";

/** Loads the store that the URL names, and provides it to all routes below it. */
export function StoreLayout() {
  const { store: segment = "" } = useParams({ strict: false }) as { store?: string };
  const { pathname, searchStr } = useLocation();
  const [stores, account] = [useStores(), useAccount()];
  const found = stores.data?.items.find(({ id, key }) => key === segment || id === segment);
  const open = useMemo<OpenStore | undefined>(() => {
    const member = account.data?.memberships.find(({ store_id }) => store_id === found?.id);
    if (!found || !account.data) return undefined;
    const { id, key, name, timezone, status } = found;
    const languages = found.languages.map(({ code }) => code);
    return {
      ...{ id, key, name: name || key, timezone, status, languages },
      role: roleOf(member?.role ?? "super"),
      accountId: account.data.id,
    };
  }, [found, account.data]);
  useEffect(() => {
    if (open) rememberStore(open.id);
  }, [open]);
  const failed = [stores, account].find(({ isError }) => isError);
  if (failed && !open)
    return (
      <main className="alone">
        <Failure error={failed.error} retry={() => void failed.refetch()} />
      </main>
    );
  if (!stores.data || !account.data) return <LoadingScreen />;
  if (!open) return <NotFoundPage />;
  if (segment === open.id && open.key)
    return <Redirect address={`${pathname.replace(`/${open.id}`, `/${open.key}`)}${searchStr}`} />;
  if (/^\/[^/]+\/?$/.test(pathname)) return <Redirect address={`/${open.key}/today`} />;
  return (
    <StoreContext value={open}>
      <Frame>
        <Outlet />
      </Frame>
    </StoreContext>
  );
}
