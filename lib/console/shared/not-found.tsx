import { Stack, Text } from "@mantine/core";
import { Go } from "./go.tsx";
import { w } from "./words.ts";

/** There is nothing here; the screen's heading says so by `title`. */
export function NotFound() {
  return (
    <Stack align="flex-start">
      <Text>{w.notFoundText}</Text>
      <Go to="today">{w.today}</Go>
    </Stack>
  );
}
