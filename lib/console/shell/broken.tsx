import { Alert, Button, Stack, Text } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { Failure } from "#console/shared/failure.tsx";
import { Page } from "#console/shared/page.tsx";
import { w } from "#console/shared/words.ts";

/** A screen that broke. What is typed is kept, so that it can be loaded anew. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const missing = /dynamically imported module|Importing a module|module script|preload CSS/i.test(
    String(error),
  );
  if (missing)
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
      <Failure error={error} again={reset} />
    </Page>
  );
}
