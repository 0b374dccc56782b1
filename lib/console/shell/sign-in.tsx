import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { queryClient } from "#console/shared/api/queries.ts";
import { Page } from "#console/shared/page.tsx";
import { useSearchParams } from "#console/shared/url-params.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { t } from "./texts.ts";

/** The path to open after the sign-in. Only a path is allowed, so that a link cannot redirect to another site. */
export function safeNext(next: string | undefined): string {
  return next && /^\/(?![/\\])[\w\-./?=&%~+:@,!$'()*;]*$/.test(next) ? next : "/";
}

export function SignIn() {
  const navigate = useNavigate();
  const next = safeNext(useSearchParams().next);
  const done = () => {
    // Another account's data may be cached.
    queryClient.clear();
    void navigate({ to: next as string, replace: true });
  };
  return (
    <main className="alone">
      <Page title={t.signIn}>
        <Text mb="md" c="dimmed">
          {t.signInLead}
        </Text>
        <SignInForm next={next} done={done} />
      </Page>
    </main>
  );
}
