import { Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { storedSession } from "#console/shared/session/tokens.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { t } from "./texts.ts";

/** Asks for a new sign-in in a dialog over the open screen, so that typed input is not lost. */
export function SignInAgain() {
  const [email] = useState(() => storedSession()?.email ?? "");
  const done = (now: string) => {
    // Another account must not see the data that this account opened.
    if (email && now.toLowerCase() !== email.toLowerCase()) location.assign(import.meta.env.BASE_URL);
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t.signInAgain}
      transitionProps={{ duration: 0 }}
      centered
      zIndex={1000}
    >
      <Stack>
        <Text size="sm">{t.signInAgainText}</Text>
        <SignInForm email={email} next={location.pathname} done={done} />
      </Stack>
    </Modal>
  );
}
