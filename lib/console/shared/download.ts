/** Saves a file on the device, under a name of ours. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the end of this turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
