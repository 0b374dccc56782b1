import { Checkbox, Combobox, Stack, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DialogForm } from "#console/shared/dialog.tsx";
import { showToast } from "#console/shared/toast.tsx";
import { t } from "./texts.ts";

type Customer = Schemas["Customer"];

type MergeProps = { customer: Customer; close: () => void };

/** Merges two records of one person. The first press shows what the API would move, the second press merges. */
export function Merge({ customer, close }: MergeProps) {
  const [other, setOther] = useState<Customer>();
  const [moves, setMoves] = useState<Schemas["MergedRecords"]>();
  const [open, setOpen] = useState(false);
  const merge = useWrite("mergeCustomers", ["getCustomer", "listCustomers", "listOrders"]);
  const contactId = customer.id;
  const submit = async () => {
    if (!other) return;
    const body = { from: other.id, open_access: open };
    if (moves) {
      if (!(await merge.send({ contactId }, body))) return;
      showToast(t.merged);
      return close();
    }
    const preview = await merge.send({ contactId }, { ...body, dry_run: true });
    if (preview?.moves) setMoves(preview.moves);
  };
  return (
    <DialogForm
      title={t.merge}
      close={close}
      action={moves ? t.mergeNow : t.look}
      submit={() => void submit()}
      busy={merge.busy}
      error={merge.error}
      blocked={!other}
      danger={moves !== undefined}
    >
      <Text size="sm">{t.mergeText(labelOf(customer))}</Text>
      <FindCustomer
        except={contactId}
        choose={(chosen) => {
          setOther(chosen);
          setMoves(undefined);
        }}
      />
      {other && (
        <Text className="strong">
          <bdi>{labelOf(other)}</bdi>
        </Text>
      )}
      {moves && (
        <Stack gap={4}>
          <Text size="sm">{t.moves(moves)}</Text>
          <Checkbox
            label={t.openAccess}
            checked={open}
            onChange={(event) => setOpen(event.currentTarget.checked)}
          />
        </Stack>
      )}
    </DialogForm>
  );
}

function FindCustomer({ except, choose }: { except: string; choose: (customer: Customer) => void }) {
  const box = useCombobox();
  const [typed, setTyped] = useState("");
  const [settled] = useDebouncedValue(typed.trim(), 250);
  const found = useRead("listCustomers", {}, { query: settled, limit: 10 } as never, {
    enabled: settled.length > 1,
    keepPrevious: true,
  });
  const all = (found.data?.items ?? []).filter(({ id }) => id !== except);
  return (
    <Combobox
      store={box}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => {
        const chosen = all.find((each) => each.id === id);
        if (chosen) choose(chosen);
        setTyped("");
        box.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={t.other}
          role="combobox"
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            box.openDropdown();
          }}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={settled.length < 2}>
        <Combobox.Options aria-label={t.other}>
          {all.map((each) => (
            <Combobox.Option key={each.id} value={each.id}>
              <bdi>{labelOf(each)}</bdi>
            </Combobox.Option>
          ))}
          {all.length === 0 && !found.isFetching && <Combobox.Empty>{t.nobody}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function labelOf({ id, name, email, phone }: Customer): string {
  return [name, email ?? phone].filter(Boolean).join(", ") || id;
}
