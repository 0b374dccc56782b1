import { Alert, Button, Group, Text } from "@mantine/core";
import { ApiError, UnknownOutcome } from "./api/errors.ts";
import { IconAlert } from "./icons.ts";
import { catalogue } from "./texts.ts";
import { w } from "./words.ts";

const t = catalogue(
  { network: "The server cannot be reached. Look whether you are online." },
  { network: "Der Server ist nicht erreichbar. Sieh nach, ob du online bist." },
);

type FailureProps = { error: unknown; retry?: (() => void) | undefined };

/** Shows an error with its message, the request's id, and a button to try again if `retry` is set. */
export function Failure({ error, retry: again }: FailureProps) {
  if (error instanceof UnknownOutcome)
    return (
      <Alert role="alert" color="yellow" icon={<IconAlert size={18} />} title={w.unknown}>
        <Text size="sm">{w.unknownText}</Text>
        {again && <RetryButton label={w.check} act={again} />}
      </Alert>
    );
  const id = error instanceof ApiError ? error.requestId : "";
  return (
    <Alert role="alert" color="red" icon={<IconAlert size={18} />} title={messageOf(error)}>
      {id && <Text className="request">{w.request(id)}</Text>}
      {again && <RetryButton label={w.again} act={again} />}
    </Alert>
  );
}

export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return t.network;
  return error instanceof Error ? error.message : String(error);
}

function RetryButton({ label, act }: { label: string; act: () => void }) {
  return (
    <Group mt="xs">
      <Button size="xs" variant="default" onClick={act}>
        {label}
      </Button>
    </Group>
  );
}
