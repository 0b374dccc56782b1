const KEY = "details";

/** What was typed and chosen in the checkout form, by the name of its field. */
export function typedDetails(): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
}

/** Keeps what is typed and chosen in a form for this tab, so that it can be drawn again. */
export function keepDetails(form: HTMLFormElement): void {
  form.addEventListener("input", () => {
    // A form has no values of disabled fields, such as those of the address. They stay as they were typed.
    const details = { ...typedDetails(), ...Object.fromEntries(new FormData(form)) };
    sessionStorage.setItem(KEY, JSON.stringify(details));
  });
}

/** Forgets what was typed, after an order or a sign-out. */
export function forgetDetails(): void {
  sessionStorage.removeItem(KEY);
}
