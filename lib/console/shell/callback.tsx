import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Failure } from "#console/shared/failure.tsx";
import { Page } from "#console/shared/page.tsx";
import { Waiting } from "./gate.tsx";
import { finishGoogle } from "./google.ts";
import { t } from "./texts.ts";

let begun: Promise<string> | undefined;

/** The return address of an identity provider. */
export function Callback() {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    begun ??= finishGoogle(new URLSearchParams(location.search));
    begun.then((next) => navigate({ to: next as string, replace: true }), setError);
  }, [navigate]);
  return (
    <main className="alone">
      <Page title={t.signIn}>
        {error === undefined ? (
          <Waiting />
        ) : (
          <Failure error={error} again={() => location.assign(import.meta.env.BASE_URL)} />
        )}
      </Page>
    </main>
  );
}
