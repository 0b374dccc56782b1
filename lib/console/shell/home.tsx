import { Failure } from "#console/shared/failure.tsx";
import { useStores } from "#console/shared/session/me.ts";
import { CreateStore } from "./create-store.tsx";
import { Waiting } from "./gate.tsx";
import { LeadTo } from "./lead-to.tsx";

const LAST = "console:store";

export function rememberStore(id: string): void {
  localStorage.setItem(LAST, id);
}

/** Opens the last store of this device, or offers to create one. */
export function Home() {
  const stores = useStores();
  if (stores.isError)
    return (
      <main className="alone">
        <Failure error={stores.error} again={() => void stores.refetch()} />
      </main>
    );
  if (!stores.data) return <Waiting />;
  const { items } = stores.data;
  const open = items.find(({ id }) => id === localStorage.getItem(LAST)) ?? items[0];
  const wants = new URLSearchParams(location.search).has("new");
  if (!open || wants) return <CreateStore />;
  return <LeadTo address={`/${open.key}/today`} />;
}
