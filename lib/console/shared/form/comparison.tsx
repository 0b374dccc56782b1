import { Group, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "#console/shared/dialog.tsx";
import type { AnyField } from "#console/shared/fields.ts";
import { Action } from "#console/shared/page.tsx";
import { w } from "#console/shared/words.ts";
import { labelOf } from "./label.ts";
import type { Values } from "./merge.ts";
import type { RecordForm } from "./record-form.ts";
import { t } from "./texts.ts";

/** Shown if somebody else saved the record meanwhile. The user picks a value for each field that both changed. */
export default function Comparison({ form, fields }: { form: RecordForm; fields: readonly AnyField[] }) {
  const [mine, setMine] = useState<Readonly<Record<string, boolean>>>({});
  const { conflict } = form;
  if (!conflict) return null;
  const { conflicts, theirs } = conflict;
  const chosen: Values = Object.fromEntries(
    conflicts.map((each) => [each.name, mine[each.name] ? each.mine : each.theirs]),
  );
  const shown = (name: string, value: unknown) => {
    const field = fields.find((each) => each.name === name);
    return field?.text ? field.text(value, theirs) : plainText(value);
  };
  return (
    <Dialog title={t.changedElsewhere} close={form.dismiss} wide>
      <Stack>
        <Text>{t.changedText}</Text>
        {conflicts.map(({ name, theirs: other, mine: own }) => (
          <Radio.Group
            key={name}
            label={labelOf(fields, name)}
            value={mine[name] ? "mine" : "theirs"}
            onChange={(value) => setMine({ ...mine, [name]: value === "mine" })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="theirs" label={t.theirs(shown(name, other))} />
              <Radio value="mine" label={t.yours(shown(name, own))} />
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Action onClick={form.dismiss}>{w.cancel}</Action>
          <Action primary busy={form.busy} onClick={() => void form.saveAgain(chosen)}>
            {t.saveAgain}
          </Action>
        </Group>
      </Stack>
    </Dialog>
  );
}

function plainText(value: unknown): string {
  if (value === null || value === undefined || value === "") return w.none;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
