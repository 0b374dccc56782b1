import { Center, Loader } from "@mantine/core";
import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Failure } from "#console/shared/failure.tsx";
import { knownStores } from "#console/shared/session/me.ts";
import { onStanding, renew, standing } from "#console/shared/session/session.ts";
import { w } from "#console/shared/words.ts";
import { LeadTo } from "./lead-to.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

/** The id of the store with this key or id. */
export function storeIdOf(segment: string | undefined): string | undefined {
  return knownStores().find(({ id, key }) => key === segment || id === segment)?.id;
}

/** Routes below it need a session. */
export function Gate() {
  const now = useSyncExternalStore(onStanding, standing);
  // The address before the redirect to the sign-in, which changes it.
  const [href] = useState(useLocation().href);
  const [trouble, setTrouble] = useState<unknown>();
  useEffect(() => {
    if (now === "begun") renew().catch(setTrouble);
  }, [now]);
  if (now === "out") return <LeadTo address={`/sign-in?${new URLSearchParams({ next: href })}`} />;
  if (now === "begun")
    return trouble === undefined ? (
      <Waiting />
    ) : (
      <main className="alone">
        <Failure error={trouble} again={() => location.reload()} />
      </main>
    );
  return (
    <>
      <Outlet />
      {now === "ended" && <SignInAgain />}
    </>
  );
}

export function Waiting() {
  return (
    <Center mih="60vh">
      <Loader aria-label={w.loading} role="progressbar" />
    </Center>
  );
}
