import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { queryClient } from "#console/shared/api/queries.ts";
import { getSettings, onSettings } from "#console/shared/settings.ts";
import { router } from "./router.tsx";
import { theme } from "./theme.ts";

/** The whole console. It renders again when the language or the color scheme changes. */
export function App() {
  const { language, colours } = useSyncExternalStore(onSettings, getSettings);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      {...(colours === "auto" ? {} : { forceColorScheme: colours })}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider key={language} router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
