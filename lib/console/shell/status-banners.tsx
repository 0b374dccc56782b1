import { Alert, Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { IconWarning } from "#console/shared/icons.ts";
import { isPaused, onPause, resume, watchActivity } from "#console/shared/idle.ts";
import { t } from "./texts.ts";

/** Shows a banner while the browser is offline, and one while polling is paused. */
export function StatusBanners({ children }: { children: ReactNode }) {
  const online = useOnline();
  const paused = useSyncExternalStore(onPause, isPaused);
  const client = useQueryClient();
  useEffect(watchActivity, []);
  // Whoever finds a lost device must not see data of customers.
  const isCovered = paused && matchMedia("(pointer: coarse), (max-width: 700px)").matches;
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
            {isCovered && (
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
      <div hidden={isCovered}>{children}</div>
    </>
  );
}

function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    window.addEventListener("online", update);
    window.addEventListener("offline", update);
    return () => {
      window.removeEventListener("online", update);
      window.removeEventListener("offline", update);
    };
  }, []);
  return online;
}
