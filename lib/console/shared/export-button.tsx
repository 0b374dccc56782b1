import { useState } from "react";
import { saveFile } from "#console/shared/download.ts";
import { Failure } from "#console/shared/failure.tsx";
import { Action } from "#console/shared/page.tsx";

type ExportButtonProps = { label: string; name: string; createFile(): Promise<Blob> };

/** A button that creates a file and downloads it, or shows why it failed. */
export function ExportButton({ label, name, createFile: make }: ExportButtonProps) {
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const act = async () => {
    setState({ busy: true });
    try {
      saveFile(name, await make());
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <>
      <Action busy={state.busy} onClick={() => void act()}>
        {label}
      </Action>
      {state.error !== undefined && <Failure error={state.error} retry={() => void act()} />}
    </>
  );
}
