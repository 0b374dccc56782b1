import { Center, Loader } from "@mantine/core";
import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Failure } from "#console/shared/failure.tsx";
import { cachedStores } from "#console/shared/session/account.ts";
import { onSessionState, renewSession, sessionState } from "#console/shared/session/session.ts";
import { w } from "#console/shared/words.ts";
import { Redirect } from "./redirect.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

/** The id of the store with this key or id. */
export function storeIdOf(segment: string | undefined): string | undefined {
  return cachedStores().find(({ id, key }) => key === segment || id === segment)?.id;
}

/** Renders the routes below it only while the user has a session. */
export function RequireSignIn() {
  const state = useSyncExternalStore(onSessionState, sessionState);
  // The first URL, to return to it: the redirect to the sign-in changes the current one.
  const [href] = useState(useLocation().href);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (state === "starting") renewSession().catch(setError);
  }, [state]);
  if (state === "out") return <Redirect address={`/sign-in?${new URLSearchParams({ next: href })}`} />;
  if (state === "starting")
    return error === undefined ? (
      <LoadingScreen />
    ) : (
      <main className="alone">
        <Failure error={error} retry={() => location.reload()} />
      </main>
    );
  return (
    <>
      <Outlet />
      {state === "ended" && <SignInAgain />}
    </>
  );
}

export function LoadingScreen() {
  return (
    <Center mih="60vh">
      <Loader aria-label={w.loading} role="progressbar" />
    </Center>
  );
}
