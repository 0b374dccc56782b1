import { Combobox, Loader, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useRead } from "#console/shared/api/hooks.ts";
import { useStore } from "#console/shared/store.ts";
import { type Good, goodsOf } from "./goods.ts";
import { t } from "./texts.ts";

export function AddItem({ add }: { add: (good: Good) => void }) {
  const { languages } = useStore();
  const [typed, setTyped] = useState("");
  const [settled] = useDebouncedValue(typed.trim(), 250);
  const box = useCombobox();
  const found = useRead(
    "listProducts",
    {},
    { limit: 20, status: "active", ...(settled ? { query: settled } : {}) } as never,
    { keepPrevious: true, enabled: box.dropdownOpened },
  );
  const goods = (found.data?.items ?? []).flatMap((product) => goodsOf(product, languages)).slice(0, 30);
  const choose = (id: string) => {
    const good = goods.find(({ variant_id }) => variant_id === id);
    if (good) add(good);
    setTyped("");
    box.closeDropdown();
  };
  return (
    <Combobox store={box} onOptionSubmit={choose} transitionProps={{ duration: 0 }}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={t.addItem}
          placeholder={t.find}
          role="combobox"
          autoComplete="off"
          value={typed}
          rightSection={found.isFetching && box.dropdownOpened ? <Loader size={16} /> : null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            box.openDropdown();
            box.updateSelectedOptionIndex();
          }}
          onClick={() => box.openDropdown()}
          onFocus={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: "auto" }} aria-label={t.goods}>
          {goods.map(({ variant_id, name }) => (
            <Combobox.Option key={variant_id} value={variant_id}>
              <bdi>{name}</bdi>
            </Combobox.Option>
          ))}
          {goods.length === 0 && !found.isFetching && <Combobox.Empty>{t.noGoods}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
