import { Stack, Text } from "@mantine/core";
import { StoreLink } from "./store-link.tsx";
import { w } from "./words.ts";

export function NotFound() {
  return (
    <Stack align="flex-start">
      <Text>{w.notFoundText}</Text>
      <StoreLink to="today">{w.today}</StoreLink>
    </Stack>
  );
}
