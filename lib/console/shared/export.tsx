import { useState } from "react";
import { saveFile } from "#console/shared/download.ts";
import { Failure } from "#console/shared/failure.tsx";
import { Act } from "#console/shared/page.tsx";

interface ExportProps {
  label: string;
  name: string;
  make(): Promise<Blob>;
}

/** A button that creates a file and saves it; after a failure it can be pressed again. */
export function Export({ label, name, make }: ExportProps) {
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
      <Act busy={state.busy} act={() => void act()}>
        {label}
      </Act>
      {state.error !== undefined && <Failure error={state.error} again={() => void act()} />}
    </>
  );
}
