import { Group, Stack, Text } from "@mantine/core";
import { intentKey } from "@storefront-backend/client";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { write } from "#console/shared/api/call.ts";
import { Failure } from "#console/shared/failure.tsx";
import { Act, Page } from "#console/shared/page.tsx";
import { useAddressSearch } from "#console/shared/place.ts";
import { readRolesAnew, useAccount } from "#console/shared/session/me.ts";
import { Waiting } from "./gate.tsx";
import { t } from "./texts.ts";

export function Invitation() {
  const { token = "", businessId = "" } = useAddressSearch();
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
      await readRolesAnew();
      await navigate({ to: `/${businessId}/today` as string });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  if (!account.data) return <Waiting />;
  return (
    <main className="alone">
      <Page title={t.invitation}>
        <Stack>
          <Text>{state.declined ? t.declined : t.invitationText(account.data.email)}</Text>
          {state.error !== undefined && <Failure error={state.error} />}
          {!state.declined && (
            <Group>
              <Act primary busy={state.busy} act={() => void answer(true)}>
                {t.accept}
              </Act>
              <Act busy={state.busy} act={() => void answer(false)}>
                {t.decline}
              </Act>
            </Group>
          )}
        </Stack>
      </Page>
    </main>
  );
}
