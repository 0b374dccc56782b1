import { NotFound } from "#console/shared/not-found.tsx";
import { Page } from "#console/shared/page.tsx";
import { w } from "#console/shared/words.ts";

export function NotFoundPage() {
  return (
    <main className="alone">
      <Page title={w.notFound}>
        <NotFound />
      </Page>
    </main>
  );
}
