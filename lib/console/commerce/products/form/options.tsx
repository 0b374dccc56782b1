import { ActionIcon, Button, Text, TextInput } from "@mantine/core";
import { useRef } from "react";
import { confirm } from "#console/shared/dialog.tsx";
import { TagsInput } from "#console/shared/form/inputs.tsx";
import { useFieldState, useFormStore } from "#console/shared/form/store.ts";
import { IconAdd, IconTrash } from "#console/shared/icons.ts";
import { Region } from "#console/shared/page.tsx";
import { w } from "#console/shared/words.ts";
import { type Option, rowName } from "../options.ts";
import { isOrdered } from "./body.ts";
import { t } from "./texts.ts";
import { type Catalog, optionsIn, type Product, rowsIn } from "./values.ts";

type OptionsProps = { product: Product | undefined; setting: Catalog };

/** The options of the variants. Before a value is removed, a dialog shows what happens to its variants. */
export function Options({ product, setting }: OptionsProps) {
  const form = useFormStore();
  const { value, fault, set } = useFieldState("options");
  const createdCount = useRef(0);
  const options = optionsIn({ options: value });
  const change = async (next: readonly Option[], removed?: string) => {
    const removedAfter = removedBy({ ...form.values(), options: next });
    const before = new Set(removedBy(form.values()).map(({ id }) => id));
    const newlyRemoved = removedAfter.filter(({ id }) => !before.has(id));
    if (removed !== undefined && newlyRemoved.length > 0) {
      const title = t.removeQuestion(removed);
      const text = <RemovedVariants variants={newlyRemoved} product={product} options={options} />;
      if (!(await confirm({ title, text, yes: w.remove, danger: true }))) return;
    }
    set(next);
  };
  const removedBy = (values: Parameters<typeof rowsIn>[0]) => rowsIn(values, product, setting).removed;
  const put = (id: string, part: Partial<Option>, removed?: string) =>
    void change(
      options.map((each) => (each.id === id ? { ...each, ...part } : each)),
      removed,
    );
  const add = () => {
    createdCount.current += 1;
    set([...options, { id: `new-${Date.now()}-${createdCount.current}`, name: "", values: [] }]);
  };
  return (
    <Region
      title={t.options}
      beside={
        <Button variant="default" leftSection={<IconAdd size={16} aria-hidden />} onClick={add}>
          {t.addOption}
        </Button>
      }
    >
      {options.length === 0 && <Text className="quiet">{t.noOptions}</Text>}
      {fault !== undefined && (
        <Text className="bad" id="field-options" tabIndex={-1}>
          {fault}
        </Text>
      )}
      {options.map((option, index) => (
        <fieldset key={option.id} className="group option">
          <legend className="unseen">{t.option(index + 1)}</legend>
          <TextInput
            label={t.optionName}
            maxLength={60}
            value={option.name}
            onChange={(event) => put(option.id, { name: event.currentTarget.value })}
          />
          <TagsInput
            label={t.values}
            value={option.values}
            set={(next) => {
              const values = Array.isArray(next) ? next.map(String) : [];
              put(
                option.id,
                { values },
                option.values.find((each) => !values.includes(each)),
              );
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t.removeOption(option.name)}
            onClick={() =>
              void change(
                options.filter(({ id }) => id !== option.id),
                option.name,
              )
            }
          >
            <IconTrash size={18} />
          </ActionIcon>
        </fieldset>
      ))}
    </Region>
  );
}

interface RemovedVariantsProps {
  variants: ReturnType<typeof rowsIn>["removed"];
  product: Product | undefined;
  options: readonly Option[];
}

/** Lists which removed variants are deleted, which are archived, and for which only the API knows. */
function RemovedVariants({ variants: of, product, options }: RemovedVariantsProps) {
  const named = (some: RemovedVariantsProps["variants"]) =>
    some.map((each) => rowName(each, options, t.default));
  const isCounted = ({ id }: { id: string }) => product?.variants.find((each) => each.id === id)?.counted;
  const archived = of.filter(({ id }) => isOrdered(id, product));
  const others = of.filter((each) => !archived.includes(each));
  const groups = [
    { those: others.filter(isCounted), say: t.deletes },
    { those: archived, say: t.archives },
    { those: others.filter((each) => !isCounted(each)), say: t.notDeleted },
  ];
  return (
    <>
      <ul>
        {groups
          .filter(({ those }) => those.length > 0)
          .map(({ those, say }) => (
            <li key={say([])}>{say(named(those))}</li>
          ))}
      </ul>
      <Text mt="xs" size="sm">
        {t.atSave}
      </Text>
    </>
  );
}
