import { Group, Stack, Text } from "@mantine/core";
import { intentKey } from "@storefront-backend/client";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { write } from "#console/shared/api/call.ts";
import { Failure } from "#console/shared/failure.tsx";
import { Action, Page } from "#console/shared/page.tsx";
import { refreshRoles, useAccount } from "#console/shared/session/account.ts";
import { useSearchParams } from "#console/shared/url-params.ts";
import { LoadingScreen } from "./require-sign-in.tsx";
import { t } from "./texts.ts";

export function Invitation() {
  const { token = "", businessId = "" } = useSearchParams();
  const account = useAccount();
  const navigate = useNavigate();
  const [intent] = useState(intentKey);
  const [state, setState] = useState<{ busy: boolean; error?: unknown; declined?: true }>({ busy: false });
  const answer = async (accept: boolean) => {
    if (state.busy) return;
    setState({ busy: true });
    try {
      await write(
        "answerInvitation",
        businessId,
        {},
        { token, action: accept ? "ACCEPT" : "REJECT" } as never,
        intent,
      );
      if (!accept) return setState({ busy: false, declined: true });
      await refreshRoles();
      await navigate({ to: `/${businessId}/today` as string });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  if (!account.data) return <LoadingScreen />;
  return (
    <main className="alone">
      <Page title={t.invitation}>
        <Stack>
          <Text>{state.declined ? t.declined : t.invitationText(account.data.email)}</Text>
          {state.error !== undefined && <Failure error={state.error} />}
          {!state.declined && (
            <Group>
              <Action primary busy={state.busy} onClick={() => void answer(true)}>
                {t.accept}
              </Action>
              <Action busy={state.busy} onClick={() => void answer(false)}>
                {t.decline}
              </Action>
            </Group>
          )}
        </Stack>
      </Page>
    </main>
  );
}
