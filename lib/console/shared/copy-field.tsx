import { Group, TextInput } from "@mantine/core";
import { Action } from "./page.tsx";
import { showToast } from "./toast.tsx";
import { w } from "./words.ts";

type CopyFieldProps = { label: string; value: string; help?: string };

/** A read-only text with a button that copies it, such as a secret that is shown once. */
export function CopyField({ label, value, help }: CopyFieldProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    showToast(w.copied);
  };
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        className="grow"
        label={label}
        {...(help ? { description: help } : {})}
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Action onClick={() => void copy()}>{w.copy}</Action>
    </Group>
  );
}
