import { Progress, Text } from "@mantine/core";
import type { Schemas } from "#console/shared/api/types.ts";
import { IconCheck } from "#console/shared/icons.ts";
import { useOwnData } from "#console/shared/own-data.ts";
import { Action } from "#console/shared/page.tsx";
import { StoreLink } from "#console/shared/store-link.tsx";
import { type Step, stepsOf } from "./steps.ts";
import { t } from "./texts.ts";

/** What the user has skipped or hidden of the checklist. */
export function useOwnSetup() {
  const own = useOwnData("setup:");
  return {
    known: own.isLoaded,
    hidden: own.stored.has("hidden"),
    skipped: (name: string) => own.stored.has(`skip-${name}`),
    hide: () => own.put("hidden", true),
    show: () => own.drop("hidden"),
    skip: (name: string) => own.put(`skip-${name}`, true),
    take: (name: string) => own.drop(`skip-${name}`),
  };
}

/** The steps to take before the store opens. The API finds from the store's records which are done. */
export function Checklist({ setup }: { setup: Schemas["Setup"] }) {
  const own = useOwnSetup();
  const steps = stepsOf(setup);
  const done = steps.filter((step) => step.done).length;
  return (
    <>
      <Text mb="xs">{t.progress(done, steps.length)}</Text>
      <Progress mb="sm" value={(100 * done) / steps.length} aria-label={t.progress(done, steps.length)} />
      <ol className="plain">
        {steps.map((step) => (
          <StepLine key={step.name} step={step} skipped={!step.done && own.skipped(step.name)} own={own} />
        ))}
      </ol>
    </>
  );
}

type StepLineProps = { step: Step; skipped: boolean; own: ReturnType<typeof useOwnSetup> };

function StepLine({ step: { name, label, to, done, help }, skipped, own }: StepLineProps) {
  return (
    <li className="parcel">
      <div>
        <StoreLink to={to} className={done || skipped ? "quiet" : "strong"}>
          {label}
        </StoreLink>
        {!done && help && <div className="quiet">{help}</div>}
      </div>
      {done ? (
        <span className="mark green">
          <IconCheck size={14} aria-hidden /> {t.done}
        </span>
      ) : (
        <Action onClick={() => void (skipped ? own.take(name) : own.skip(name))}>
          {skipped ? t.unskip : t.skip}
        </Action>
      )}
    </li>
  );
}

/** Whether any step is neither done nor skipped. */
export function hasOpenSteps(setup: Schemas["Setup"], skipped: (name: string) => boolean): boolean {
  return stepsOf(setup).some(({ name, done }) => !done && !skipped(name));
}
