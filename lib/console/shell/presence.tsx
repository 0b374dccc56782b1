import { Alert, Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { IconWarning } from "#console/shared/icons.ts";
import { isPaused, onPause, resume, startPresence } from "#console/shared/presence.ts";
import { t } from "./texts.ts";

/** Shows when the network is gone, and when polling is paused. */
export function Presence({ children }: { children: ReactNode }) {
  const online = useOnline();
  const paused = useSyncExternalStore(onPause, isPaused);
  const client = useQueryClient();
  useEffect(startPresence, []);
  // On a mobile device, whoever finds it must not see data of customers.
  const covered = paused && matchMedia("(pointer: coarse), (max-width: 700px)").matches;
  return (
    <>
      <div role="status" className="banner">
        {!online && (
          <Alert color="yellow" icon={<IconWarning size={18} />} title={t.offline}>
            {t.offlineText}
          </Alert>
        )}
        {paused && (
          <Alert color="gray" title={t.paused}>
            {t.pausedText}
            {covered && (
              <Button
                mt="xs"
                onClick={() => {
                  resume();
                  void client.invalidateQueries();
                }}
              >
                {t.paused}
              </Button>
            )}
          </Alert>
        )}
      </div>
      <div hidden={covered}>{children}</div>
    </>
  );
}

function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return online;
}
