import { Stack, Text } from "@mantine/core";
import { Go } from "./go.tsx";
import { w } from "./words.ts";

export function NotFound() {
  return (
    <Stack align="flex-start">
      <Text>{w.notFoundText}</Text>
      <Go to="today">{w.today}</Go>
    </Stack>
  );
}
