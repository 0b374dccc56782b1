/** Keys to press; `quiet` hides them from screen readers where they are no part of a name. */
export function Kbd({ keys, quiet = false }: { keys: readonly string[]; quiet?: boolean }) {
  return (
    <span className="keys" aria-hidden={quiet || undefined}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
