import { Button, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { callPublic } from "#console/shared/api/public-call.ts";
import { config } from "#console/shared/config.ts";
import { Failure } from "#console/shared/failure.tsx";
import { Action } from "#console/shared/page.tsx";
import { startSession } from "#console/shared/session/session.ts";
import { beginGoogle } from "./google.ts";
import { t } from "./texts.ts";

/** Seconds before another code can be requested. */
const RESEND_AFTER_SECONDS = 30;

type SignInFormProps = { email?: string; next: string; done: (email: string) => void };

/** Asks for the email address, and then for the code that was mailed to it. */
export function SignInForm({ email: initialEmail = "", next, done }: SignInFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [sent, setSent] = useState<{ challenge: string; at: number }>();
  const [keep, setKeep] = useState(!matchMedia("(pointer: coarse), (max-width: 700px)").matches);
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const run = async (act: () => Promise<void>) => {
    if (state.busy) return;
    setState({ busy: true });
    try {
      await act();
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  const sendCode = () =>
    run(async () => {
      const challenge = await callPublic("requestCode", { email: email.trim() });
      setSent({ challenge: challenge.challenge_id, at: Date.now() });
    });
  const signIn = (code: string) =>
    run(async () => {
      startSession(
        await callPublic("verifyCode", { challenge_id: sent?.challenge ?? "", code }),
        email.trim(),
        keep,
      );
      done(email.trim());
    });
  return (
    <Stack>
      {sent ? (
        <CodeForm
          email={email}
          sentAt={sent.at}
          busy={state.busy}
          signIn={signIn}
          again={sendCode}
          other={() => setSent(undefined)}
        />
      ) : (
        <EmailForm email={email} setEmail={setEmail} busy={state.busy} send={sendCode} />
      )}
      <Checkbox label={t.keep} checked={keep} onChange={(event) => setKeep(event.currentTarget.checked)} />
      {state.error !== undefined && <Failure error={state.error} />}
      {config().signIn.includes("google") && !sent && (
        <Button variant="default" onClick={() => void run(() => beginGoogle(next, keep))}>
          {t.continueGoogle}
        </Button>
      )}
    </Stack>
  );
}

type EmailFormProps = { email: string; setEmail: (email: string) => void; busy: boolean; send: () => void };

function EmailForm({ email, setEmail, busy, send }: EmailFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Action submit primary busy={busy}>
          {t.sendCode}
        </Action>
      </Stack>
    </form>
  );
}

interface CodeFormProps {
  email: string;
  sentAt: number;
  busy: boolean;
  signIn: (code: string) => void;
  again: () => void;
  other: () => void;
}

function CodeForm({ email, sentAt, busy, signIn, again, other }: CodeFormProps) {
  const [code, setCode] = useState("");
  const secondsLeft = useSecondsLeft(sentAt);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signIn(code.trim());
      }}
    >
      <Stack>
        <TextInput
          label={t.code}
          description={
            <>
              {t.codeHelp} <bdi>{email}</bdi>
            </>
          }
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          data-autofocus
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Action submit primary busy={busy}>
          {t.signIn}
        </Action>
        <div className="two">
          {secondsLeft > 0 ? (
            <Text size="sm" c="dimmed">
              {t.newCodeIn(secondsLeft)}
            </Text>
          ) : (
            <Action onClick={again}>{t.newCode}</Action>
          )}
          <Action onClick={other}>{t.anotherAddress}</Action>
        </div>
      </Stack>
    </form>
  );
}

function useSecondsLeft(sentAt: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil(RESEND_AFTER_SECONDS - (now - sentAt) / 1000));
}
