import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useRead } from "#console/shared/api/hooks.ts";
import { ReadView } from "#console/shared/read-view.tsx";
import { catalogue } from "#console/shared/texts.ts";

const t = catalogue(
  { all: "Every event", events: "Events", find: "Find an event" },
  { all: "Jedes Ereignis", events: "Ereignisse", find: "Ereignis finden" },
);

interface EventsInputProps {
  /** An empty list means every event. */
  value: readonly string[];
  set: (events: string[]) => void;
}

export function EventsInput({ value, set }: EventsInputProps) {
  const known = useRead("listEventTypes", {});
  const [some, setSome] = useState(value.length > 0);
  const [typed, setTyped] = useState("");
  return (
    <fieldset className="group">
      <legend>{t.events}</legend>
      <Stack gap="xs">
        <Checkbox
          label={t.all}
          checked={!some}
          onChange={(event) => {
            setSome(!event.currentTarget.checked);
            set([]);
          }}
        />
        {some && (
          <ReadView of={known}>
            {({ data }) => (
              <>
                <TextInput
                  aria-label={t.find}
                  placeholder={t.find}
                  type="search"
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
                <Checkbox.Group aria-label={t.events} value={[...value]} onChange={set}>
                  <Stack gap={6} className="choices">
                    {data
                      .filter((name) => name.includes(typed.trim().toLowerCase()))
                      .map((name) => (
                        <Checkbox key={name} value={name} label={name} />
                      ))}
                  </Stack>
                </Checkbox.Group>
              </>
            )}
          </ReadView>
        )}
      </Stack>
    </fieldset>
  );
}
