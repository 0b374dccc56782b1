/** Shows keys to press. `quiet` hides them from screen readers. */
export function Kbd({ keys, quiet = false }: { keys: readonly string[]; quiet?: boolean }) {
  return (
    <span className="keys" aria-hidden={quiet || undefined}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
