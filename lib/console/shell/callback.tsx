import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Failure } from "#console/shared/failure.tsx";
import { Page } from "#console/shared/page.tsx";
import { finishGoogle } from "./google.ts";
import { LoadingScreen } from "./require-sign-in.tsx";
import { t } from "./texts.ts";

let signIn: Promise<string> | undefined;

/** The page to which the identity provider returns the browser after a sign-in. */
export function Callback() {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    signIn ??= finishGoogle(new URLSearchParams(location.search));
    signIn.then((next) => navigate({ to: next as string, replace: true }), setError);
  }, [navigate]);
  return (
    <main className="alone">
      <Page title={t.signIn}>
        {error === undefined ? (
          <LoadingScreen />
        ) : (
          <Failure error={error} retry={() => location.assign(import.meta.env.BASE_URL)} />
        )}
      </Page>
    </main>
  );
}
