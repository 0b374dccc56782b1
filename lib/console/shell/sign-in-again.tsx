import { Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { kept } from "#console/shared/session/tokens.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { t } from "./texts.ts";

/** The session has ended in the middle of something: who signs in again goes on where they were. */
export function SignInAgain() {
  const [email] = useState(() => kept()?.email ?? "");
  const done = (now: string) => {
    // Another account: nothing of what is open here is its own.
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
