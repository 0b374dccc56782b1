import { TextInput } from "@mantine/core";
import { intentKey } from "@storefront-backend/client";
import { useState } from "react";
import { CUSTOMERS, customerPath } from "#console/commerce/links.ts";
import { write } from "#console/shared/api/call.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import type { BulkAction } from "#console/shared/list/bulk.tsx";
import { RecordList } from "#console/shared/list/list.tsx";
import { Action, Page as Frame } from "#console/shared/page.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { CUSTOMER_FIELDS } from "../fields.tsx";
import { NewCustomer } from "./new-customer.tsx";
import { t } from "./texts.ts";

export function Page() {
  const may = useMay();
  const [making, setMaking] = useState(false);
  const { bulk, dialog } = useTagging();
  const make = may("createCustomer") && (
    <span data-new>
      <Action primary onClick={() => setMaking(true)}>
        {t.newCustomer}
      </Action>
    </span>
  );
  return (
    <Frame title={t.title} actions={make}>
      <RecordList
        path={CUSTOMERS}
        name={t.name}
        operation="listCustomers"
        fields={CUSTOMER_FIELDS.all}
        titleColumn={{
          label: ["Name", "Name"],
          name: ({ name, email, phone }) => name || email || phone || t.nameless,
          to: ({ id }) => customerPath(id),
        }}
        bulk={bulk}
        empty={make}
      />
      {dialog}
      {making && <NewCustomer close={() => setMaking(false)} />}
    </Frame>
  );
}

type TagPrompt = { title: string; answer: (tag: string | undefined) => void };

/** Bulk actions that add a tag to selected customers, or remove one, in a single request. */
function useTagging(): { bulk: BulkAction[]; dialog: React.ReactNode } {
  const may = useMay();
  const { id: store } = useStore();
  const [prompt, setPrompt] = useState<TagPrompt>();
  const act = (label: string, action: "tag" | "untag"): BulkAction => ({
    label,
    ask: () => new Promise((resolve) => setPrompt({ title: label, answer: resolve })),
    perHundred: async (ids, tag) => {
      const body = { action, ids: [...ids], tags: [String(tag)] };
      const { results } = await write("tagCustomers", store, {}, body, intentKey());
      return results.map(({ id, ok, message }) => (ok ? { id } : { id, error: new Error(message) }));
    },
    after: () => void invalidateReads(store, ["listCustomers", "getCustomer"]),
  });
  const answer = (tag: string | undefined) => {
    prompt?.answer(tag);
    setPrompt(undefined);
  };
  return {
    bulk: may("tagCustomers") ? [act(t.addTag, "tag"), act(t.removeTag, "untag")] : [],
    dialog: prompt && <TagDialog title={prompt.title} answer={answer} />,
  };
}

function TagDialog({ title, answer }: { title: string; answer: (tag: string | undefined) => void }) {
  const [tag, setTag] = useState("");
  return (
    <DialogForm
      title={title}
      close={() => answer(undefined)}
      action={title}
      blocked={!tag.trim()}
      submit={() => answer(tag.trim())}
    >
      <TextInput
        label={t.tag}
        data-autofocus
        maxLength={50}
        value={tag}
        onChange={(event) => setTag(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
