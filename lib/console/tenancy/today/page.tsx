import { Alert, Text } from "@mantine/core";
import { ORDERS, orderSearch } from "#console/commerce/links.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { count } from "#console/shared/money.ts";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import type { Search } from "#console/shared/screen.ts";
import { useMay } from "#console/shared/store.ts";
import { StoreLink } from "#console/shared/store-link.tsx";
import { Checklist, hasOpenSteps, useOwnSetup } from "../setup/checklist.tsx";
import { t } from "./texts.ts";

/** Milliseconds between two reads. */
const REFRESH_MS = 30_000;

export function Page() {
  const may = useMay();
  const today = useRead("getToday", {}, undefined, { every: REFRESH_MS });
  return (
    <Frame title={t.title}>
      {may("updateStore") && <FirstRun />}
      <Region title={t.toDo}>
        <ReadView of={today}>{(data) => <ToDo today={data} />}</ReadView>
      </Region>
    </Frame>
  );
}

/** Shows the checklist until each step is done or skipped, or the user hides the checklist. */
function FirstRun() {
  const own = useOwnSetup();
  const setup = useRead("getSetup", {}, undefined, { enabled: own.known && !own.hidden });
  if (!setup.data || own.hidden || !hasOpenSteps(setup.data, own.skipped)) return null;
  return (
    <Region title={t.setUp} beside={<Action onClick={() => void own.hide()}>{t.hide}</Action>}>
      <Checklist setup={setup.data} />
    </Region>
  );
}

type Task = { name: string; waiting: number; to: string; search?: Search };

function ToDo({ today }: { today: Schemas["Today"] }) {
  const { orders, complete } = today;
  const tasks: Task[] = [
    { name: t.confirm, waiting: orders.confirm, to: ORDERS, search: orderSearch("to-confirm") },
    { name: t.ship, waiting: orders.ship, to: ORDERS, search: orderSearch("to-ship") },
    { name: t.unpaid, waiting: orders.pay, to: ORDERS, search: orderSearch("unpaid") },
    { name: t.returns, waiting: orders.return, to: ORDERS, search: orderSearch("returns") },
  ];
  const waiting = tasks.filter(({ waiting: number }) => number > 0);
  return (
    <>
      {!complete && <Alert mb="sm">{t.counting}</Alert>}
      {waiting.length === 0 ? (
        <Text>{t.nothing}</Text>
      ) : (
        <ul className="plain tasks">
          {waiting.map(({ name, waiting: number, to, search }) => (
            <li key={name}>
              <StoreLink to={to} {...(search ? { search } : {})} className="task">
                <span>{name}</span>
                <strong>{count(number)}</strong>
              </StoreLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
