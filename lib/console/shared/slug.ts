const ASCII_LETTERS: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  ø: "o",
  ł: "l",
  đ: "d",
};

/** Turns a name into a key: `Café Österreich` is `cafe-oesterreich`. */
export function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöüßæøłđ]/g, (letter) => ASCII_LETTERS[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}
