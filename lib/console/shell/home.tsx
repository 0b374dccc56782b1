import { Failure } from "#console/shared/failure.tsx";
import { useStores } from "#console/shared/session/account.ts";
import { CreateStore } from "./create-store.tsx";
import { Redirect } from "./redirect.tsx";
import { LoadingScreen } from "./require-sign-in.tsx";

const LAST_STORE_KEY = "console:store";

export function rememberStore(id: string): void {
  localStorage.setItem(LAST_STORE_KEY, id);
}

/** Opens the last store of this device, or offers to create one. */
export function Home() {
  const stores = useStores();
  if (stores.isError)
    return (
      <main className="alone">
        <Failure error={stores.error} retry={() => void stores.refetch()} />
      </main>
    );
  if (!stores.data) return <LoadingScreen />;
  const { items } = stores.data;
  const open = items.find(({ id }) => id === localStorage.getItem(LAST_STORE_KEY)) ?? items[0];
  const wantsNewStore = new URLSearchParams(location.search).has("new");
  if (!open || wantsNewStore) return <CreateStore />;
  return <Redirect address={`/${open.key}/today`} />;
}
