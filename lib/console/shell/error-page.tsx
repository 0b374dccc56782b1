import { Alert, Button, Stack, Text } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { Failure } from "#console/shared/failure.tsx";
import { Page } from "#console/shared/page.tsx";
import { w } from "#console/shared/words.ts";

/** Replaces a screen that threw an error. After a deployment removed the screen's code, it offers a reload. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const isOutdated = /dynamically imported module|Importing a module|module script|preload CSS/i.test(
    String(error),
  );
  if (isOutdated)
    return (
      <Page title={w.newVersion}>
        <Alert title={w.newVersion}>
          <Stack align="flex-start">
            <Text>{w.newVersionText}</Text>
            <Button onClick={() => location.reload()}>{w.reload}</Button>
          </Stack>
        </Alert>
      </Page>
    );
  return (
    <Page title={w.crashed}>
      <Failure error={error} retry={reset} />
    </Page>
  );
}
