import { Button, Group, Title } from "@mantine/core";
import { type ReactNode, useContext, useEffect, useId, useRef } from "react";
import { IconBack } from "./icons.ts";
import type { Search } from "./screen.ts";
import { StoreContext } from "./store.ts";
import { StoreLink } from "./store-link.tsx";

let isFocusRequested = false;

/** Moves the focus to the next page heading, so that a screen reader announces the new screen. */
export function requestHeadingFocus(): void {
  isFocusRequested = true;
}

interface PageProps {
  title: string;
  /** Shown after the title, such as a status. */
  beside?: ReactNode;
  actions?: ReactNode;
  /** A link to the list. */
  back?: { to: string; name: string };
  children: ReactNode;
}

/** The frame of a screen: heading, actions and content. The title is the window's title too. */
export function Page({ title, beside, actions, back, children }: PageProps) {
  const store = useContext(StoreContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = store ? `${title} – ${store.name}` : title;
  }, [title, store]);
  useEffect(() => {
    if (!isFocusRequested) return;
    isFocusRequested = false;
    heading.current?.focus({ preventScroll: true });
  });
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          {back && (
            <StoreLink to={back.to} className="back">
              <IconBack size={16} aria-hidden />
              {back.name}
            </StoreLink>
          )}
          <Group gap="sm">
            <Title order={1} ref={heading} tabIndex={-1} size="h2">
              {title}
            </Title>
            {beside}
          </Group>
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

type RegionProps = { title: string; beside?: ReactNode; children: ReactNode; className?: string };

/** A part of a screen with a heading, which is its accessible name. */
export function Region({ title, beside, children, className = "" }: RegionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`region ${className}`}>
      <div className="region-head">
        <Title order={2} id={id} size="h5">
          {title}
        </Title>
        {beside}
      </div>
      {children}
    </section>
  );
}

/** Labels with values: `[[t.status, "Paid"], …]`. Empty values are left out. */
export function DescriptionList({
  items,
  ...rest
}: {
  items: readonly (readonly [string, ReactNode])[];
  className?: string;
}) {
  return (
    <dl {...rest} className={`terms ${rest.className ?? ""}`}>
      {items
        .filter(([, value]) => value !== undefined && value !== null && value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  to,
  search = {},
  children,
  primary = false,
}: {
  to: string;
  search?: Search;
  children: ReactNode;
  primary?: boolean;
}) {
  return (
    <StoreLink to={to} search={search} className={primary ? "go-button primary" : "go-button"}>
      {children}
    </StoreLink>
  );
}

/** A button that ignores presses while it is busy. */
export function Action({
  busy = false,
  onClick: act,
  children,
  primary = false,
  danger = false,
  submit = false,
}: {
  busy?: boolean;
  onClick?: () => void;
  children: ReactNode;
  primary?: boolean;
  danger?: boolean;
  submit?: boolean;
}) {
  return (
    <Button
      type={submit ? "submit" : "button"}
      variant={primary ? "filled" : "default"}
      {...(danger ? { color: "red", variant: primary ? "filled" : "light" } : {})}
      aria-busy={busy}
      data-busy={busy || undefined}
      onClick={() => {
        if (!busy) act?.();
      }}
    >
      {children}
    </Button>
  );
}
