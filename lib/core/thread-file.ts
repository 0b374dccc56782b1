import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The file of a handler's worker thread, `<name>.thread.ts` beside it, which is bundled as an entry of its own.
 *
 * @param handlerUrl `import.meta.url` of the handler
 */
export function threadFile(handlerUrl: string, name: string): URL {
  return new URL(`./${name}.thread${extname(fileURLToPath(handlerUrl))}`, handlerUrl);
}
