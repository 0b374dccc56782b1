export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Frees the URL only in the next turn of the event loop, when the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url));
}
