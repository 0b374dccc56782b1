import { UpdateWebhook } from "#console/generated/schemas.ts";
import { read, write } from "#console/shared/api/call.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { fieldsOf } from "#console/shared/fields.ts";
import { Editable } from "#console/shared/form/editable.tsx";
import { Input } from "#console/shared/form/inputs.tsx";
import { useFieldState } from "#console/shared/form/store.ts";
import { useMay, useStore } from "#console/shared/store.ts";
import { EventsInput } from "../events-input.tsx";

type Webhook = Schemas["Webhook"];
const f = fieldsOf<Webhook>(UpdateWebhook);
const NAME = f.text("name", { label: ["Name", "Name"] });
const URL_FIELD = f.text("url", { label: ["Address", "Adresse"] });
const EVENTS = f.tags("events", { label: ["Events", "Ereignisse"] });

export function Edit({ webhook }: { webhook: Webhook }) {
  const may = useMay();
  const { id: store } = useStore();
  const webhookId = webhook.id;
  return (
    <Editable<Webhook>
      name={`webhook:${webhookId}`}
      record={webhook}
      canEdit={may("updateWebhook")}
      fields={[NAME, URL_FIELD, EVENTS]}
      values={(record) => ({
        name: record?.name ?? "",
        url: record?.url ?? "",
        events: record?.events ?? [],
      })}
      save={({ changes, base, key }) =>
        write("updateWebhook", store, { webhookId }, { ...changes, version: base?.version ?? 0 }, key)
      }
      reread={() => read("getWebhook", store, { webhookId })}
      saved={() => void invalidateReads(store, ["getWebhook", "listWebhooks"])}
    >
      <Input field={NAME} />
      <Input field={URL_FIELD} />
      <Events />
    </Editable>
  );
}

function Events() {
  const { value, set } = useFieldState(EVENTS.name);
  return <EventsInput value={Array.isArray(value) ? value.map(String) : []} set={set} />;
}
