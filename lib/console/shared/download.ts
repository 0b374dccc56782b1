export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser starts the download before the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url));
}
