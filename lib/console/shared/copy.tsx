import { Group, TextInput } from "@mantine/core";
import { Act } from "./page.tsx";
import { tell } from "./status.tsx";
import { w } from "./words.ts";

interface CopyProps {
  label: string;
  value: string;
  help?: string;
}

/** A read-only text with a button that copies it, such as a secret that is shown once. */
export function Copied({ label, value, help }: CopyProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    tell(w.copied);
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
      <Act act={() => void copy()}>{w.copy}</Act>
    </Group>
  );
}
