import { Button, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { open } from "#console/shared/api/open.ts";
import { config } from "#console/shared/config.ts";
import { Failure } from "#console/shared/failure.tsx";
import { Act } from "#console/shared/page.tsx";
import { enter } from "#console/shared/session/session.ts";
import { beginGoogle } from "./google.ts";
import { t } from "./texts.ts";

/** Seconds before another code can be requested. */
const WAIT = 30;

interface SignInFormProps {
  email?: string;
  next: string;
  done: (email: string) => void;
}

/** Asks for the email address, and then for the mailed code. */
export function SignInForm({ email: known = "", next, done }: SignInFormProps) {
  const [email, setEmail] = useState(known);
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
      const challenge = await open("requestCode", { email: email.trim() });
      setSent({ challenge: challenge.challenge_id, at: Date.now() });
    });
  const signIn = (code: string) =>
    run(async () => {
      enter(await open("verifyCode", { challenge_id: sent?.challenge ?? "", code }), email.trim(), keep);
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
        <AddressForm email={email} setEmail={setEmail} busy={state.busy} send={sendCode} />
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

interface AddressFormProps {
  email: string;
  setEmail: (email: string) => void;
  busy: boolean;
  send: () => void;
}

function AddressForm({ email, setEmail, busy, send }: AddressFormProps) {
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
        <Act submit primary busy={busy}>
          {t.sendCode}
        </Act>
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
  const left = useSecondsLeft(sentAt);
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
        <Act submit primary busy={busy}>
          {t.signIn}
        </Act>
        <div className="two">
          {left > 0 ? (
            <Text size="sm" c="dimmed">
              {t.newCodeIn(left)}
            </Text>
          ) : (
            <Act act={again}>{t.newCode}</Act>
          )}
          <Act act={other}>{t.anotherAddress}</Act>
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
  return Math.max(0, Math.ceil(WAIT - (now - sentAt) / 1000));
}
